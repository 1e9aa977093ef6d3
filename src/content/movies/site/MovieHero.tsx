import type { ReactNode } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import { DayBoundText } from '../../../ui/site/DayBoundText.tsx';
import { Picture } from '../../../ui/site/Picture.tsx';
import { SiteLink } from '../../../ui/site/SiteLink.tsx';
import type { PublicMovie } from '../movie.contract.ts';
import { MOVIE_STATUSES } from '../movie.types.ts';
import { Duration } from './MovieCard.tsx';
import { movieStatusText } from './movie.format.browser.ts';
import { Popcorn } from './Popcorn.tsx';
import { RatingBand } from './RatingBand.tsx';

interface Props {
  movie: PublicMovie;
  /** Today's date from the server. */
  today: string | null;
  heading: 'h1' | 'h2';
  /** Whether this is the film's own page: its poster is larger and takes part in a view transition. */
  grows?: boolean;
  /** Next sessions of the film. */
  next?: ReactNode;
  /** Actions besides the trailer. */
  children?: ReactNode;
}

/** Renders a film as the dark hero of the cinema. */
export function MovieHero({ movie, today, heading: Heading, grows = false, next, children }: Props) {
  const { name, classification, description, duration, trailer_link, file } = movie;
  const standing = movieStatusText(movie, today);
  return (
    <section className="cine dark rays">
      <div className={`wrap feat ${grows ? 'feat-film' : ''}`}>
        <div className="feat-tx">
          <p className="feat-tag">
            <RatingBand classification={classification} />
            <span className="d4">
              <DayBoundText day={today} past={movie.status === 'showing' ? MOVIE_STATUSES.showing : standing}>
                {standing}
              </DayBoundText>
            </span>
          </p>
          <Heading className={`d1 ${name.length > 24 ? 'mid' : ''}`}>{name}</Heading>
          {description && <p className="lead">{description}</p>}
          {duration && (
            <p className="feat-facts">
              <Duration duration={duration} />
            </p>
          )}
          {next && <p className="feat-facts">{next}</p>}
          <div className="acts">
            {children}
            {trailer_link && (
              <SiteLink className="btn btn-line" href={trailer_link}>
                <Icon name="play" />
                Ver trailer
              </SiteLink>
            )}
          </div>
        </div>
        {!grows && <Popcorn />}
        <div className={`post ${grows ? 'vt-picture' : ''}`} id={grows ? 'foto' : undefined}>
          <Picture
            file={file}
            sizes={`(width < 60em) 74vw, ${grows ? 400 : 330}px`}
            alt={file.alt ?? `Cartaz de ${name}`}
            eager
          />
        </div>
      </div>
      <div className="base" />
    </section>
  );
}

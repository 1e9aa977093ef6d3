import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { OfDay } from '../../ui/site/OfDay.tsx';
import { Picture } from '../../ui/site/Picture.tsx';
import { SiteLink } from '../../ui/site/SiteLink.tsx';
import { Duration } from './MovieCard.tsx';
import type { PublicMovie } from './movie.contract.ts';
import { MOVIE_STATUSES } from './movie.types.ts';
import { standingInWords } from './movie.words.browser.ts';
import { RatingBand } from './RatingBand.tsx';

interface Props {
  movie: PublicMovie;
  /** The server's day. */
  today: string | null;
  heading: 'h1' | 'h2';
  /** Its poster has come from a list's, or goes back there. */
  grows?: boolean;
  /** When one can see it next. */
  next?: ReactNode;
  /** What one can do beside seeing the trailer. */
  children?: ReactNode;
}

/** One film on the dark of the cinema, its poster lying over the edge. */
export function MovieHero({ movie, today, heading: Heading, grows = false, next, children }: Props) {
  const { name, classification, description, duration, trailer_link, file } = movie;
  const standing = standingInWords(movie, today);
  return (
    <section className="cine dark rays">
      <div className="wrap feat">
        <div className="feat-tx">
          <p className="feat-tag">
            <RatingBand classification={classification} />
            <span className="d4">
              <OfDay day={today} past={movie.status === 'showing' ? MOVIE_STATUSES.showing : standing}>
                {standing}
              </OfDay>
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
        <img className="popcorn" src="/brand/pipoca.webp" width="512" height="512" alt="" />
        <div className={`post ${grows ? 'vt-picture' : ''}`} id={grows ? 'foto' : undefined}>
          <Picture
            file={file}
            sizes="(width < 60em) 74vw, 330px"
            alt={file.alt ?? `Cartaz de ${name}`}
            eager
          />
        </div>
      </div>
      <div className="base" />
    </section>
  );
}

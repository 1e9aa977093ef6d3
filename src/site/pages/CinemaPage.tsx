import { type PublicAboutPage, siteAboutMovieTheaters } from '../../content/aboutPages/aboutPage.contract.ts';
import { siteMovies } from '../../content/movies/movie.contract.ts';
import { ComingMovie, MovieCard } from '../../content/movies/site/MovieCard.tsx';
import { MovieHero } from '../../content/movies/site/MovieHero.tsx';
import { Popcorn } from '../../content/movies/site/Popcorn.tsx';
import { BandsLegend } from '../../content/movies/site/RatingBand.tsx';
import { sitePhones } from '../../content/phones/phone.contract.ts';
import { moviePage } from '../../content/recordPages.ts';
import { comingDays, nextTimes } from '../../content/screenings/programme.ts';
import { siteScreenings } from '../../content/screenings/screening.contract.ts';
import { DayProgramme, NextSessions, NoProgramme } from '../../content/screenings/site/Programme.tsx';
import { placeNotices } from '../../content/specialDays/placeSpecialDays.ts';
import { SpecialDayNotices } from '../../content/specialDays/site/SpecialDayNotices.tsx';
import { siteSpecialDays } from '../../content/specialDays/specialDay.contract.ts';
import { TicketOfficeSection } from '../../content/ticketOffice/site/TicketOfficeSection.tsx';
import { siteTicketOffice } from '../../content/ticketOffice/ticketOffice.contract.ts';
import { type PublicVideo, siteVideo } from '../../content/videos/video.contract.ts';
import { DayBoundText } from '../../ui/site/DayBoundText.tsx';
import type { PageMeta } from '../meta.ts';
import { type HeadArgs, type LoaderInput, type PageProps, withStatus } from '../page.ts';
import { movieTheater, phoneOfPlace, placeContactOf } from '../structuredData/structuredPlaces.ts';
import { screeningEvents } from '../structuredData/structuredScreenings.ts';
import { useSite } from '../useSite.ts';
import sheet from './CinemaPage.css?inline';

export { sheet };

export async function load({ reader, url }: LoaderInput) {
  const { read, errors, status } = reader;
  const [movies, office, about, video, phones, screenings, exceptions] = await Promise.all([
    read(siteMovies),
    read(siteTicketOffice),
    read(siteAboutMovieTheaters),
    read(siteVideo),
    read(sitePhones),
    read(siteScreenings),
    read(siteSpecialDays),
  ]);
  const programme = screenings?.data ?? null;
  const days = programme ? comingDays(programme) : [];
  const showing = movies?.data.filter((movie) => movie.status === 'showing') ?? [];
  const coming = movies?.data.filter((movie) => movie.status === 'soon') ?? [];
  return withStatus(
    {
      showing,
      coming,
      office: office?.data ?? null,
      about: about?.data ?? null,
      video: video?.data ?? null,
      programme,
      days,
      chosen: days.find(({ day }) => day === url.searchParams.get('dia')) ?? days[0] ?? null,
      phone: phoneOfPlace('Cinema', phones?.data),
      reach: placeContactOf('Cinema', phones?.data, exceptions?.data),
      exceptions: exceptions?.data ?? [],
      failed: !movies,
      errors,
    },
    movies ? 200 : status(),
  );
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  const names = data.showing.map(({ name }) => name);
  return {
    title: 'Cinema',
    description:
      names.length > 0
        ? `Em cartaz: ${names.join(', ')}. Horários, classificação, duração e preço do ingresso.`
        : 'O que está em cartaz, o que vem aí e quanto custa o ingresso.',
    path: '/cinema',
    image: data.showing[0]?.file,
    structured: (site) => [
      movieTheater(site, data.about, data.reach),
      ...screeningEvents(site, data.chosen ? [data.chosen] : [], [...data.showing, ...data.coming], {
        isBrief: true,
      }),
    ],
  };
}

export default function CinemaPage({ data }: PageProps<typeof load>) {
  const { showing, coming, office, about, video, failed, programme, days, chosen, phone, exceptions } = data;
  const { settings } = useSite();
  const today = settings?.today ?? null;
  const [newest, ...others] = showing;
  const nextOf = (uuid: string) => {
    const next = programme && nextTimes(programme, uuid);
    return next && <NextSessions next={next} today={programme.today} />;
  };
  const bandOf = (uuid: string) =>
    [...showing, ...coming].find((movie) => movie.uuid === uuid)?.classification;
  const selfRated = [...showing, ...coming].some(({ classification }) => /^A(L|\d)/.test(classification));
  return (
    <>
      <h1 className="sr-only">Cinema</h1>
      {newest ? (
        <MovieHero movie={newest} today={today} heading="h2" next={nextOf(newest.uuid)}>
          <a className="btn btn-sun" href={moviePage(newest.uuid)}>
            Sobre o filme
          </a>
        </MovieHero>
      ) : (
        <Curtain failed={failed} coming={coming.length > 0} today={today} />
      )}
      <SpecialDayNotices notices={today ? placeNotices(exceptions, 'cinema', 'o cinema', today) : []} />
      {programme && chosen ? (
        <DayProgramme days={days} today={programme.today} chosen={chosen} bandOf={bandOf} />
      ) : (
        showing.length > 0 && (
          <section className="wrap sec" aria-labelledby="sessoes">
            <h2 className="d2" id="sessoes">
              Sessões
            </h2>
            <NoProgramme phone={phone} failed={!programme} />
          </section>
        )
      )}
      {showing.length + coming.length > 0 && (
        <div className="wrap sec">
          {others.length > 0 && (
            <section aria-labelledby="em-cartaz">
              <h2 className="d2" id="em-cartaz">
                Em cartaz
              </h2>
              <div className={`films films-${Math.min(others.length, 6)}`}>
                {others.map((movie) => (
                  <MovieCard key={movie.uuid} movie={movie} next={nextOf(movie.uuid)} />
                ))}
              </div>
            </section>
          )}
          {coming.length > 0 && (
            <section className="comings" aria-labelledby="em-breve">
              <h2 className="d2" id="em-breve">
                Em breve
              </h2>
              <div>
                {coming.map((movie) => (
                  <ComingMovie key={movie.uuid} movie={movie} today={today} />
                ))}
              </div>
            </section>
          )}
          <BandsLegend selfRated={selfRated} />
        </div>
      )}
      {office && <TicketOfficeSection office={office} />}
      {(about || video) && <Theater about={about} video={video} />}
    </>
  );
}

/** Replaces the newest movie while there is none. */
function Curtain({ failed, coming, today }: { failed: boolean; coming: boolean; today: string | null }) {
  return (
    <section className="cine dark rays">
      <div className="wrap feat feat-none">
        <div className="feat-tx">
          <h2 className="d1">{failed ? 'A fita enroscou' : 'Trocando o filme'}</h2>
          <p className="lead">
            {!failed && <DayBoundText day={today}>Hoje não tem sessão. </DayBoundText>}
            {curtainText(failed, coming)}
          </p>
        </div>
        <Popcorn />
      </div>
      <div className="base" />
    </section>
  );
}

function curtainText(failed: boolean, coming: boolean): string {
  if (failed) return 'Não conseguimos mostrar a programação agora.';
  return coming
    ? 'Veja aqui embaixo o que já tem dia para chegar.'
    : 'A próxima programação aparece aqui assim que sair.';
}

function Theater({ about, video }: { about: PublicAboutPage | null; video: PublicVideo | null }) {
  return (
    <section className="wrap sec theater" aria-labelledby="salas">
      <div>
        <h2 className="d2" id="salas">
          {about?.title ?? 'Conheça a casa'}
        </h2>
        {about?.description && <p className="lead">{about.description}</p>}
        {about && about.about_items.length > 0 && (
          <ul className="benefits">
            {about.about_items.map(({ uuid, title, description }) => (
              <li key={uuid}>
                <h3 className="d4">{title}</h3>
                <p>{description}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
      {video && <Film video={video} />}
    </section>
  );
}

function Film({ video: { file, plays_everywhere } }: { video: PublicVideo }) {
  return (
    <div>
      <video
        src={file.url_s3}
        poster="/brand/sala.webp"
        width="1280"
        height="720"
        controls
        preload="none"
        // Applies to the poster, which lies far down the page. React's types do not know it yet.
        {...{ loading: 'lazy' }}
        playsInline
        aria-label="Vídeo do cinema"
      />
      {!plays_everywhere && (
        <p className="theater-download">
          Não toca aqui?{' '}
          <a className="link" href={file.url_s3} download={file.name}>
            Baixe o vídeo
          </a>
        </p>
      )}
    </div>
  );
}

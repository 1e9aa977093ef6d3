import { BANDS, bandOf } from '../movie.types.ts';

/** Renders an age rating as its official square; other texts are shown unchanged. */
export function RatingBand({ classification }: { classification: string }) {
  const band = bandOf(classification);
  if (!band) {
    return (
      <span className="band band-free">
        <span className="sr-only">Classificação indicativa: </span>
        {classification}
      </span>
    );
  }
  return (
    <span className={`band band-${band.colour}`} role="img" aria-label={`Classificação: ${band.label}`}>
      {band.code}
    </span>
  );
}

/** Renders the legend of the rating squares. `selfRated`: a film above has a rating by its distributor. */
export function BandsLegend({ selfRated }: { selfRated: boolean }) {
  const official = BANDS.filter(({ code }) => !code.startsWith('A'));
  return (
    <section className="bands" aria-labelledby="classificacao">
      <h2 id="classificacao">Classificação indicativa</h2>
      <ul>
        {official.map(({ code, label, colour }) => (
          <li key={code}>
            <span className={`band band-${colour}`} aria-hidden="true">
              {code}
            </span>
            {label}
          </li>
        ))}
      </ul>
      {selfRated && (
        <p className="mut sm">
          Com um A na frente, como em A12, a classificação é da distribuidora, até a oficial sair.
        </p>
      )}
    </section>
  );
}

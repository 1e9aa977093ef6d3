import { byDistance, kmInWords, type Place } from '../../features/branches/nearby.browser.ts';

const FRESH_MS = 5 * 60_000;
const PATIENCE_MS = 12_000;

/**
 * The branches by their distance: where the visitor is, is asked for only on request, and told to nobody. What was
 * found is kept by the name of `key`. Answers what a press of the button does.
 */
export function byPlace(button: HTMLElement, key: string): () => void {
  const list = document.querySelector('.brs');
  const said = document.querySelector('.found');
  // What was told of a try before stands behind it.
  const count = said?.firstChild?.textContent ?? '';
  const cards = [...(list?.children ?? [])].map((card) => {
    const [latitude = null, longitude = null] =
      (card as HTMLElement).dataset.place?.split(' ').map(Number) ?? [];
    return { card, latitude, longitude, far: card.querySelector('.far') };
  });
  let searching = false;

  const say = (text = '') => {
    if (said) said.textContent = count + text;
  };
  const mark = (on: boolean) => button.setAttribute('aria-pressed', String(on));

  const show = (place: Place) => {
    const near = byDistance(cards, place);
    for (const { branch, km } of near)
      if (branch.far && km !== null) branch.far.textContent = `a ${kmInWords(km)} de você · `;
    list?.append(...near.map(({ branch }) => branch.card));
    mark(true);
    const [nearest] = near;
    if (nearest?.km == null) return say();
    const name = nearest.branch.card.querySelector('h2')?.textContent;
    say(`. A mais perto é ${name}, a ${kmInWords(nearest.km)} em linha reta.`);
  };
  const undo = () => {
    keep(key, null);
    for (const { far } of cards) far?.replaceChildren();
    list?.append(...cards.map(({ card }) => card));
    mark(false);
    say();
  };
  const wait = (on: boolean) => {
    searching = on;
    if (on) button.setAttribute('aria-disabled', 'true');
    else button.removeAttribute('aria-disabled');
  };
  const failed = () => say('. Não deu para saber onde você está agora. Escolha a cidade, ou tente de novo.');

  const ask = () => {
    if (!('geolocation' in navigator)) return failed();
    wait(true);
    say('. Procurando onde você está...');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        wait(false);
        keep(key, { latitude, longitude });
        show({ latitude, longitude });
      },
      (error) => {
        wait(false);
        if (error.code === error.PERMISSION_DENIED) say('. Sem problema: é só escolher a cidade.');
        else failed();
      },
      { maximumAge: FRESH_MS, timeout: PATIENCE_MS },
    );
  };

  const kept = readKept(key);
  if (kept) show(kept);
  return () => {
    if (searching) return;
    if (button.ariaPressed === 'true') undo();
    else ask();
  };
}

function keep(key: string, place: Place | null) {
  try {
    if (place) sessionStorage.setItem(key, JSON.stringify(place));
    else sessionStorage.removeItem(key);
  } catch {}
}

function readKept(key: string): Place | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Place> | null;
    return Number.isFinite(kept?.latitude) && Number.isFinite(kept?.longitude) ? (kept as Place) : null;
  } catch {
    return null;
  }
}

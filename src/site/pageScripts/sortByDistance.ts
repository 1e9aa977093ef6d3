import { type Coordinates, kmInWords, sortByDistance } from '../../content/branches/site/nearby.browser.ts';

const FRESH_MS = 5 * 60_000;
const PATIENCE_MS = 12_000;

/**
 * Sorts the branches by distance. It asks for the visitor's position only on request and sends it nowhere.
 * The position is stored for the tab under `key`. Returns the click handler of the button.
 */
export function createDistanceSort(button: HTMLElement, key: string): () => void {
  const list = document.querySelector('.brs');
  const liveRegion = document.querySelector('.found');
  // The result of an earlier try is appended to the text.
  const count = liveRegion?.firstChild?.textContent ?? '';
  const cards = [...(list?.children ?? [])].map((card) => {
    const [latitude = null, longitude = null] =
      (card as HTMLElement).dataset.place?.split(' ').map(Number) ?? [];
    return { card, latitude, longitude, far: card.querySelector('.far') };
  });
  let searching = false;

  const say = (text = '') => {
    if (liveRegion) liveRegion.textContent = count + text;
  };
  const mark = (on: boolean) => button.setAttribute('aria-pressed', String(on));

  const show = (place: Coordinates) => {
    const near = sortByDistance(cards, place);
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
    store(key, null);
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
        store(key, { latitude, longitude });
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

  const stored = readStored(key);
  if (stored) show(stored);
  return () => {
    if (searching) return;
    if (button.ariaPressed === 'true') undo();
    else ask();
  };
}

function store(key: string, place: Coordinates | null) {
  try {
    if (place) sessionStorage.setItem(key, JSON.stringify(place));
    else sessionStorage.removeItem(key);
  } catch {}
}

function readStored(key: string): Coordinates | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Coordinates> | null;
    return Number.isFinite(stored?.latitude) && Number.isFinite(stored?.longitude)
      ? (stored as Coordinates)
      : null;
  } catch {
    return null;
  }
}

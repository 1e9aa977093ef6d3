import { expect, test } from 'vitest';
import { bannerStatusText } from './office/BannerStatus.tsx';

const now = Date.parse('2026-11-21T12:00:00Z');
const always = { alt: 'Frutas', starts_at: null, ends_at: null };

test('describes the state of a banner', () => {
  expect(bannerStatusText(always, now).text).toBe('No ar');
  expect(bannerStatusText({ ...always, starts_at: '2026-11-21T12:01:00Z' }, now).text).toBe('Agendado');
  expect(bannerStatusText({ ...always, ends_at: '2026-11-21T12:00:00Z' }, now).text).toBe('Encerrado');
});

test('warns about a missing alternative text while the banner is visible', () => {
  expect(bannerStatusText({ ...always, alt: null }, now).text).toBe('Sem texto alternativo');
  expect(bannerStatusText({ ...always, alt: null, ends_at: '2026-01-01T00:00:00Z' }, now).text).toBe(
    'Encerrado',
  );
});

test.each([
  ['draft', 'Rascunho'],
  ['ended', 'Fora do site'],
] as const)('an unpublished banner (%s) is not on the air, whatever its period says', (standing, text) => {
  const publication = { standing, waiting: 0, next: null, leaves: null };
  expect(bannerStatusText({ ...always, publication }, now)).toEqual({ text, look: 'off' });
  const published = { ...publication, standing: null };
  expect(bannerStatusText({ ...always, publication: published }, now).text).toBe('No ar');
});

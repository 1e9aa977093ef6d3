import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { BANDS, bandOf } from '../movie.types.ts';
import { durationInWords, durationSpoken, formatPremiere, movieStatusText } from './movie.format.browser.ts';

test('formats running times', () => {
  expect(['01:52', '02:00', '00:45', '01:05'].map(durationInWords)).toEqual(['1h52', '2h', '45min', '1h05']);
  expect(['01:52', '02:00', '00:01'].map(durationSpoken)).toEqual([
    '1 hora e 52 minutos',
    '2 horas',
    '1 minuto',
  ]);
});

test('describes the status of a film', () => {
  const of = (status: 'showing' | 'soon' | 'ended', release_date: string | null) =>
    movieStatusText({ status, release_date }, '2026-11-21');
  expect(of('showing', '2026-11-21')).toBe('Estreia hoje');
  expect(of('showing', '2026-11-15')).toBe('Estreou esta semana');
  expect(of('showing', '2026-11-14')).toBe('Em cartaz');
  expect(of('showing', null)).toBe('Em cartaz');
  expect(of('soon', '2026-12-03')).toBe('Em breve, estreia 03/12');
  expect(of('soon', '2027-01-07')).toBe('Em breve, estreia 07/01/2027');
  expect(of('ended', '2026-09-01')).toBe('Saiu de cartaz');
  expect(movieStatusText({ status: 'showing', release_date: '2026-11-20' }, null)).toBe('Em cartaz');
  expect(formatPremiere('2026-12-03', null)).toBe('03/12');
});

test('every band has a colour with enough contrast for its text', async () => {
  const [tokens, bands] = await Promise.all(
    ['brands/aurora/colours.css', 'src/content/movies/site/RatingBand.css'].map((file) =>
      readFile(file, 'utf8'),
    ),
  );
  const ink = /--color-ink: (#[0-9a-f]{6});/.exec(tokens ?? '')?.[1] ?? '';
  const groundOf = (name: string) =>
    new RegExp(`\\.band-${name} {\\s*--band: (#[0-9a-f]{6});`).exec(bands ?? '')?.[1] ?? '';
  for (const { colour } of BANDS) {
    const ground = groundOf(colour);
    expect(ground, colour).not.toBe('');
    const text = colour === '12' || colour === '14' ? ink : '#ffffff';
    expect(contrast(ground, text), colour).toBeGreaterThanOrEqual(4.5);
  }
  expect(bandOf('A12')).toMatchObject({ colour: '12', label: '12 anos (autoclassificação)' });
});

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

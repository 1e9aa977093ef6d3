import { describe, expect, it } from 'vitest';
import { fitNames, type NameRoom } from './nameSizes.ts';

const room = (name: string, more: Partial<NameRoom> = {}): NameRoom => ({
  ...{ name, brand: 'Serra Alta', days: '', width: 150, height: 80, maxHeight: 110 },
  ...{ maxSize: 24, legible: 11, detailSize: 9, ...more },
});
const long = 'Desodorante antitranspirante aerossol';
const longer = `${long} masculino sem perfume`;
const longest = `${longer} com lenço, leve três pague dois`;

describe('names of a row', () => {
  it('have one size, the largest at which each fits into two lines', () => {
    const [alone] = fitNames([room('Sal')]);
    expect(alone?.size).toBe(24);
    const row = fitNames([room('Sal'), room('Café torrado e moído extraforte')]);
    expect(new Set(row.map(({ size }) => size)).size).toBe(1);
    expect(row[0]?.size).toBeLessThan(24);
    expect(row[0]?.size).toBeGreaterThan(11);
    expect(row.map(({ lines }) => lines.length)).toEqual([1, 2]);
    expect(row.every(({ detail }) => detail === 'Serra Alta')).toBe(true);
  });

  it('lose the brand before they shrink below the legible size, but never their days', () => {
    const tight = { height: 26, maxHeight: 30, days: 'só até 24/11' };
    const [name, short] = fitNames([room(long, { height: 26, maxHeight: 27 }), room('Sal', tight)]);
    expect(name).toMatchObject({ size: 11, detail: '', isCut: false });
    expect(name?.lines.join(' ')).toBe(long);
    expect(short).toMatchObject({ size: 11, detail: 'Serra Alta · só até 24/11' });
    expect(fitNames([room(longer, { days: 'só até 24/11' })])[0]?.detail).toBe('só até 24/11');
  });

  it('take a third line at the legible size, and then end with an ellipsis', () => {
    const [three, cut] = fitNames([room(longer), room(longest)]);
    expect(three).toMatchObject({ size: 11, detail: '', isCut: false });
    expect(three?.lines).toHaveLength(3);
    expect(three?.lines.join(' ')).toBe(longer);
    expect(cut?.isCut).toBe(true);
    expect(cut?.lines).toHaveLength(3);
    expect(cut?.lines.at(-1)).toMatch(/…$/);
  });

  it('shrink below the legible size only if their box is lower than a line of it', () => {
    const [name] = fitNames([room('Sal', { height: 5, maxHeight: 5 })]);
    expect(name?.size).toBeLessThan(11);
    expect(name?.lines).toEqual(['Sal']);
  });
});

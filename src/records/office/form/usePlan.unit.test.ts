import { expect, test } from 'vitest';
import { inPeriod, saveLabelOf } from './usePlan.ts';

const now = { publish: 'now', at: '' } as const;
const later = { publish: 'later', at: '' } as const;
const scheduled = { publish: 'at', at: '2100-12-24T21:30:00Z' } as const;

test('the save button says what will happen to a record, whatever its state', () => {
  const fresh = { isShown: false, edits: 'new', starts: '' } as const;
  const draft = { isShown: false, edits: 'hidden', starts: '' } as const;
  const shown = { isShown: true, edits: 'shown', starts: '' } as const;
  const change = { isShown: true, edits: 'hidden', starts: '' } as const;
  const labels = [fresh, draft, shown, change].map((record) =>
    [now, later, scheduled].map((plan) => saveLabelOf(plan, record)),
  );
  const at = 'Agendar para 24/12/2100, 18h30';
  expect(labels).toEqual([
    ['Publicar', 'Guardar rascunho', at],
    ['Publicar', 'Guardar rascunho', at],
    [null, 'Guardar mudança', at],
    ['Publicar', 'Guardar mudança', at],
  ]);
});

test('a record with a period of its own is scheduled by its beginning', () => {
  const record = { isShown: false, edits: 'new' } as const;
  expect(saveLabelOf(now, { ...record, starts: '2100-12-24T21:00:00Z' })).toBe(
    'Agendar para 24/12/2100, 18h',
  );
  expect(saveLabelOf(now, { ...record, starts: '2001-12-24T21:00:00Z' })).toBe('Publicar');
  expect(saveLabelOf(later, { ...record, starts: '2100-12-24T21:00:00Z' })).toBe('Guardar rascunho');
});

test('the period of a scheduled draft moves its publication, and nothing unpublishes it besides its end', () => {
  const plan = { ...scheduled, leaves: '2101-01-01T00:00:00Z' };
  const ends = '';
  expect(inPeriod(plan, { starts: '2100-12-25T12:00:00Z', ends })).toEqual({
    ...{ publish: 'at', at: '2100-12-25T12:00:00Z', leaves: '' },
  });
  expect(inPeriod(plan, { starts: '', ends }).publish).toBe('later');
  expect(inPeriod(plan, { starts: '2001-12-25T12:00:00Z', ends }).publish).toBe('now');
  expect(inPeriod({ ...now, leaves: '' }, { starts: '2100-12-25T12:00:00Z', ends }).publish).toBe('now');
});

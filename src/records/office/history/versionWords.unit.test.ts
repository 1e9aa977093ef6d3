import { expect, test } from 'vitest';
import type { RecordVersion } from '../../../shared/history.ts';
import { versionChangesText } from './versionWords.ts';

const AT = '2026-12-24T11:00:00.000Z';
const version: RecordVersion = {
  ...{ id: 2, at: AT, by: 'Lúcia Prado', from: AT, until: null, goes: false, planned: null },
  ...{ state: 'published', changed: ['Nome', 'Imagem'] },
};

test.each<[string, Partial<RecordVersion>]>([
  ['Mudou nome e imagem', {}],
  ['Publicou', { changed: [] }],
  ['Agendou uma mudança em nome e imagem', { state: 'scheduled' }],
  ['Agendou a publicação', { state: 'scheduled', changed: [] }],
  ['Agendou a saída do site', { state: 'scheduled', changed: [], goes: true }],
  ['Guardou uma mudança em nome e imagem', { state: 'draft' }],
  ['Publicou (agendado): mudou nome e imagem', { planned: AT }],
  ['Publicou (agendado)', { planned: AT, changed: [], state: 'former' }],
  ['Tirou do site (agendado)', { planned: AT, changed: [], state: 'withheld' }],
])('describes a version as «%s»', (text, more) => {
  expect(versionChangesText({ ...version, ...more }, false)).toBe(text);
});

import { sql } from 'kysely';
import type { GalleryImageColumns } from '../../records/server/files/gallery.ts';
import { valuesOf } from '../../records/server/lists/listFilters.ts';
import { recordService, type TableOf } from '../../records/server/recordService.ts';
import { type DependentCounts, declareComposition } from '../../records/server/versions/history.ts';
import { effectTexts } from '../../shared/effects.ts';
import { invalidField } from '../../shared/failure.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { inSentence } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { zoneOfState } from '../../shared/text/zones.ts';
import type { WeekdayHours } from '../openingHours/hours.contract.ts';
import { WEEKDAYS } from '../openingHours/weekdays.ts';
import { branchRecord, hasBothCoordinates, INCOMPLETE_COORDINATES } from './branch.contract.ts';
import { servicesInWords } from './services.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    branches: BranchTable;
    branch_images: BranchImageTable;
  }
}

export interface BranchTable extends TableOf<typeof branchRecord> {}

export interface BranchImageTable extends GalleryImageColumns {
  branch_id: number;
}

/** Lists the opening hours of a week, for the version history. */
const weekInWords = (hours: readonly WeekdayHours[]) =>
  hours.map(({ weekday, opens, closes }) => `${WEEKDAYS[weekday - 1]}, das ${opens} às ${closes}`).join('\n');

export const branchService = recordService(branchRecord, {
  gone: 'Esta filial não existe mais.',
  effects: effectTexts('na página das filiais'),
  orderSaved: 'Ordem das filiais salva.',
  galleryImage: {
    removed: 'Não aparece mais na página da filial.',
    gone: 'Esta foto não existe mais.',
  },
  validate(branch) {
    if (!hasBothCoordinates(branch)) throw invalidField('longitude', INCOMPLETE_COORDINATES);
  },
  // The zone of the old or new state is none of its own: a branch that moves follows its new state.
  adjust(branch, stored) {
    const { state, time_zone } = branch;
    const isOfState = time_zone === zoneOfState(state) || (stored && time_zone === zoneOfState(stored.state));
    return isOfState ? { ...branch, time_zone: null } : branch;
  },
  valuesInWords: () => ({
    hours: (stored) => ({ kind: 'text', text: weekInWords(parseStored(stored, [])) }),
    services: (stored) => ({ kind: 'text', text: servicesInWords(parseStored(stored, [])) }),
  }),
  filterConditions: ({ db }) => ({
    city: {
      where: (city) => sql`branches.city_key = ${city}`,
      values: valuesOf(db, 'branches', 'city_key', 'city'),
    },
    state: {
      where: (state) => sql`branches.state = ${state}`,
      values: valuesOf(db, 'branches', 'state', 'state'),
    },
    service: (service) => sql`branches.services like ${`%"service":"${service}"%`}`,
  }),
  hasPhones: true,
});

declareComposition('branches', {
  dependentMessages: { unpublished: unpublishedText, stillUnpublished: stillUnpublishedText },
});

function dependentsInWords({ offers = 0, exceptions = 0 }: DependentCounts) {
  const what = [
    ...(offers > 0 ? [plural(offers, 'oferta', 'ofertas')] : []),
    ...(exceptions > 0 ? [plural(exceptions, 'dia especial', 'dias especiais')] : []),
  ];
  return { what: inSentence(what), isOne: offers + exceptions === 1 };
}

function unpublishedText(counts: DependentCounts, deleted: number): string {
  const { what, isOne } = dependentsInWords(counts);
  const where = deleted === 1 ? 'nela' : 'lá';
  return isOne
    ? `${what} que só valia ${where} saiu do site.`
    : `${what} que só valiam ${where} saíram do site.`;
}

function stillUnpublishedText(counts: DependentCounts, restored: number): string {
  const { what, isOne } = dependentsInWords(counts);
  const where = restored === 1 ? 'nela' : 'lá';
  return isOne
    ? `${what} que só vale ${where} continua fora do site. Para voltar, publique na lista.`
    : `${what} que só valem ${where} continuam fora do site. Para voltarem, publique na lista.`;
}

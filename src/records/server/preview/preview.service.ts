import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { startOfDay } from '../../../platform/clock.ts';
import type { Deps, PreviewStage, SitePages } from '../../../platform/deps.ts';
import type { ReceivedFile } from '../../../platform/files/receive.ts';
import { emptyContent } from '../../../platform/http/multipart.ts';
import type { CallContent } from '../../../platform/http/pipeline.ts';
import type { Caller } from '../../../platform/security/access.ts';
import { DAY_MS } from '../../../shared/dates.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';
import { Failure, invalidField } from '../../../shared/failure.ts';
import {
  MAX_DAYS_AHEAD,
  PREVIEW_LIMIT,
  type PreviewResult,
  type previewInput,
} from '../../../shared/preview.ts';
import type { Resource } from '../../../shared/resource.ts';
import { pagesShowing, SITE_PAGES, sitePages, tableOfPage } from '../../../shared/sitePages.ts';
import { isVideoFormat } from '../../../shared/video/videoFormat.ts';

/** Fields of the schedule. The preview shows the record as it will be at that time, so it ignores them. */
const SCHEDULE_FIELDS = ['publish_at', 'withdraw_at'];

const TOO_FAR = 'Dá para ver o site de até um ano à frente. Escolha um dia mais próximo.';

type Input = z.output<typeof previewInput>;
type PreviewDeps = Pick<Deps, 'preview' | 'pages' | 'limits' | 'clock'>;

/** Renders the page that shows a record with the unsaved content of its form. */
export async function previewRecord(
  deps: PreviewDeps,
  caller: Caller & { kind: 'person' },
  known: Resource,
  { uuid, save, fields, files = {}, page, at: planned }: Input,
  signal?: AbortSignal,
): Promise<PreviewResult> {
  const { pages } = deps;
  if (!pages) throw new Failure('not_found');
  await deps.limits.consume('preview', caller.actor.uuid, PREVIEW_LIMIT);
  const furthest = deps.clock.now() + MAX_DAYS_AHEAD * DAY_MS;
  if (planned && Date.parse(planned) > furthest) throw invalidField('at', TOO_FAR);
  await Promise.all(shownOn(known, uuid ?? randomUUID()).map(({ path }) => pages.hasPage(path)));
  return deps.preview({
    caller,
    reader: caller.actor,
    table: known.table,
    ...(signal && { signal }),
    async act(stage) {
      const endpoint = saveOf(stage.endpoints, known, uuid !== undefined, save);
      const standIns = standInsOf(endpoint, files);
      const content: CallContent = {
        fields: Object.fromEntries(
          Object.entries(fields).filter(([name]) => !SCHEDULE_FIELDS.includes(name)),
        ),
        files: standIns,
      };
      const { row, message } = await stage.show(endpoint, uuid ? { uuid } : {}, content);
      const saved = await recordSigns(stage, row);
      const now = deps.clock.now();
      const choices = shownOn(known, saved.uuid);
      const wanted = choices.find(({ path }) => path === page);
      const shown = await renderBest(stage, pages, wanted ? [wanted] : choices, {
        signs: saved.signs,
        // The scheduled time, or else now and the first time at which the record is visible.
        minutes: planned
          ? [Math.max(now, Date.parse(planned))]
          : [now, ...beginsAt(known, saved.row, now).filter((at) => at <= furthest)],
        but: saved.uuid,
      });
      return {
        html: shown.html,
        page: shown.path,
        pages: choices,
        at: shown.at === now ? null : new Date(shown.at).toISOString(),
        seen: shown.score > 0,
        picture: saved.picture,
        message,
        standIns: [
          ...Object.entries(standIns).flatMap(([field, received]) =>
            received.map(({ standIn }, index) => ({
              uuid: standIn?.uuid ?? '',
              field,
              index,
              url: null,
              crop: standIn?.crop ?? null,
            })),
          ),
          ...stage.recropped.map(({ uuid, url, crop }) => ({ uuid, field: null, index: 0, url, crop })),
        ],
      };
    },
  });
}

/** Returns the pages that show a record, its own page first. */
function shownOn(
  { table, one, previewFirst = [] }: Resource,
  uuid: string,
): { path: string; label: string }[] {
  const own = sitePages.find((pattern) => tableOfPage(pattern) === table);
  const pages = new Set([...previewFirst, ...pagesShowing(table)]);
  const others = Array.from(pages, (path) => ({ path, label: SITE_PAGES[path].name }));
  return own ? [{ path: own.replace(':uuid', uuid), label: `Página d${one}` }, ...others] : others;
}

/**
 * Returns the endpoint that saves the form: the one at `path` if given, otherwise that of an existing or a
 * new record.
 */
function saveOf(
  endpoints: readonly Endpoint[],
  { table }: Resource,
  isThere: boolean,
  path: string | undefined,
): Endpoint {
  const saves = endpoints.filter((one) => one.table === table && /\/(store|update\/:uuid)$/.test(one.path));
  const named = saves.find((one) => one.path === path && Boolean(one.params) === isThere);
  const found = named ?? saves.find(({ params }) => Boolean(params) === isThere) ?? saves[0];
  if (!found) throw new Error(`No endpoint saves records of ${table}`);
  return found;
}

function standInsOf({ body }: Endpoint, given: NonNullable<Input['files']>): CallContent['files'] {
  if (body?.type !== 'multipart') return {};
  const files: Record<string, ReceivedFile[]> = emptyContent(body).files;
  for (const [field, { kind, multiple }] of Object.entries(body.files))
    files[field] = (given[field] ?? [])
      .slice(0, multiple ? undefined : 1)
      .map(({ name, type, bytes, width, height, video }) => ({
        ...{ field, kind, type, bytes, name, path: '' },
        ...(kind === 'video' && video && isVideoFormat(video) && { video }),
        standIn: { uuid: randomUUID(), width, height },
      }));
  return files;
}

interface SavedRecord {
  uuid: string;
  row: Record<string, unknown>;
  picture: string | null;
  /** Strings by which the record is recognized in a page: its file and its texts. */
  signs: string[];
}

async function recordSigns({ db }: PreviewStage, row: Record<string, unknown>): Promise<SavedRecord> {
  const file =
    typeof row.file_id === 'number'
      ? await db.selectFrom('files').select('uuid').where('id', '=', row.file_id).executeTakeFirst()
      : undefined;
  return {
    uuid: String(row.uuid),
    row,
    picture: file?.uuid ?? null,
    signs: [...(file ? [file.uuid] : []), ...textsOf(row)],
  };
}

/** Returns texts of a record that a page hardly contains for another reason. */
const textsOf = (row: Record<string, unknown>): string[] =>
  Object.entries(row).flatMap(([column, value]) =>
    typeof value === 'string' && !/^(uuid|search|.*_(key|at|date|url))$/.test(column)
      ? value
          .split('\n')
          .map((line) => escaped(line.trim()))
          .filter((line) => line.length > 3 && line.length < 400)
          .slice(0, 3)
      : [],
  );

/** Escapes a text as React does. */
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

/** Returns the future instant at which the record becomes visible by its date, if there is one. */
function beginsAt({ turns }: Resource, row: Record<string, unknown>, now: number): number[] {
  const [first] = turns ?? [];
  if (!first) return [];
  const [column, kind] = first;
  const value = row[column];
  if (typeof value !== 'string' || kind === 'last day') return [];
  const at = kind === 'instant' ? Date.parse(value) : startOfDay(value);
  return at > now ? [at] : [];
}

interface RenderedPage {
  html: string;
  path: string;
  at: number;
  score: number;
}

/**
 * Renders the candidates and returns the page that shows most of the record, at the first time at which any
 * page shows it.
 */
async function renderBest(
  { call, moveClockTo }: PreviewStage,
  pages: SitePages,
  choices: { path: string }[],
  { signs, minutes, but }: { signs: string[]; minutes: number[]; but: string },
): Promise<RenderedPage> {
  let best: RenderedPage | undefined;
  for (const at of minutes) {
    await moveClockTo(at, but);
    for (const { path } of choices) {
      const { body, status } = await pages.render({ address: path, call, preview: { at, base: null } });
      const html = String(body ?? '');
      const score = status === 200 ? signs.filter((sign) => html.includes(sign)).length : -1;
      if (!best || score > best.score) best = { html, path, at, score };
    }
    if (best && best.score > 0) return best;
  }
  if (!best) throw new Failure('not_found');
  return best;
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Response } from 'light-my-request';
import { expect, vi } from 'vitest';
import type { Tables } from '../src/platform/database/tables.ts';
import { savedResponse } from '../src/shared/endpoint.ts';
import { bodyOf, type TestApp } from './app.ts';
import { emptyTables } from './historyInvariants.ts';

// Helpers for records that are saved as forms with files.

export type Fields = Record<string, string | File | File[]>;

/**
 * Returns the fields as form data. Arrays of files get names with `[]`, as the existing client sends them.
 */
export function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (Array.isArray(value)) for (const file of value) form.append(`${name}[]`, file);
    else form.append(name, value);
  }
  return form;
}

export interface UploadCalls {
  admin(path: string): string;
  get(path: string): Promise<Response>;
  /** Stores a record; missing fields get valid values. */
  store(fields?: Fields): Promise<Response>;
  /** Stores a record that must succeed, and returns its uuid. */
  storeRecord(fields?: Fields): Promise<string>;
  update(uuid: string, fields?: Fields): Promise<Response>;
  destroy(path: string): Promise<Response>;
}

/** Returns the staff's calls of one resource. */
export function uploadCalls(
  app: () => TestApp,
  resource: string,
  { fields: required, files }: { fields: () => Fields; files: () => Fields },
): UploadCalls {
  const admin = (path: string) => `/api/admin/${resource}${path}`;
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, form?: FormData) =>
    app().request(method, admin(path), { token: await app().signIn(), ...(form && { form }) });
  const store = (fields: Fields = {}) =>
    call('POST', '/store', formOf({ ...required(), ...files(), ...fields }));
  return {
    admin,
    get: (path) => call('GET', path),
    store,
    async storeRecord(fields) {
      const answer = await store(fields);
      expect(answer.statusCode, answer.payload).toBe(201);
      return bodyOf(savedResponse, answer).data.uuid;
    },
    update: (uuid, fields = {}) => call('POST', `/update/${uuid}`, formOf({ ...required(), ...fields })),
    destroy: (path) => call('DELETE', `/destroy/${path}`),
  };
}

type Json = Record<string, unknown>;

/** Returns the staff's calls of a resource without files; missing fields get the values of `required`. */
export function jsonCalls(app: () => TestApp, resource: string, required: Json = {}) {
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: Json) =>
    app().request(method, `/api/admin/${resource}${path}`, {
      token: await app().signIn(),
      ...(json && { json }),
    });
  const store = (fields: Json = {}) => call('POST', '/store', { ...required, ...fields });
  return {
    get: (path = '') => call('GET', path),
    store,
    async storeRecord(fields: Json = {}): Promise<string> {
      const answer = await store(fields);
      expect(answer.statusCode, answer.payload).toBe(201);
      return bodyOf(savedResponse, answer).data.uuid;
    },
    update: (uuid: string, fields: Json = {}) => call('PUT', `/update/${uuid}`, { ...required, ...fields }),
    destroy: (uuid: string) => call('DELETE', `/destroy/${uuid}`),
    order: (uuids: string[]) => call('PUT', '/order', { uuids }),
  };
}

/** Removes the records of `tables`, all files and all history. */
export async function emptyContent(app: TestApp, tables: readonly (keyof Tables)[]): Promise<void> {
  await emptyTables(app.deps, [...tables, 'files', 'audit_log']);
  await app.emptyStore();
  app.deps.responseCache.invalidate();
}

/**
 * Returns the number of rows in `tables` and of stored files. First waits until received files are deleted, a
 * moment after the response.
 */
export async function countRows<N extends string>(
  app: TestApp,
  tables: Record<N, keyof Tables>,
): Promise<Record<N | 'files' | 'audit' | 'stored', number>> {
  const received = () => readdir(join(app.dataDir, 'tmp')).catch(() => []);
  await vi.waitFor(async () => expect(await received()).toEqual([]));
  const counts: Record<string, number> = { stored: (await app.storedKeys()).length };
  for (const [name, table] of Object.entries<keyof Tables>({
    ...tables,
    files: 'files',
    audit: 'audit_log',
  })) {
    const { count } = app.deps.db.fn;
    const rows = app.deps.db.selectFrom(table).select(count<number>('id').as('count'));
    counts[name] = Number((await rows.executeTakeFirstOrThrow()).count);
  }
  return counts;
}

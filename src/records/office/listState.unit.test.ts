import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  forgetListStates,
  isReturnToList,
  recordUuidIn,
  returnLink,
  storedListState,
  storeListRow,
  storeListState,
} from './listState.ts';

const LIST = '/admin/shops/index';
const SHOP = '0f3e9451-c75c-4cf0-adb5-ba099a62a008';

// Node's own sessionStorage replaces the browser's.
beforeEach(() => {
  vi.stubGlobal('window', globalThis);
  forgetListStates();
});
afterEach(() => {
  forgetListStates();
  vi.unstubAllGlobals();
});

it('returns to a list as the user left it, replacing the current screen', () => {
  expect(returnLink(LIST)).toMatchObject({ to: LIST, replace: true });
  storeListState(LIST, { search: '?search=a%C3%A7ougue&page=2', scroll: 640, row: null });
  const { to, ...linkProps } = returnLink(LIST);
  expect(to).toBe(`${LIST}?search=a%C3%A7ougue&page=2`);
  expect(isReturnToList('state' in linkProps ? linkProps.state : null)).toBe(true);
  expect(returnLink('/admin/branches/index').to).toBe('/admin/branches/index');
});

it('links plainly to any other address', () => {
  expect(returnLink('/admin/dashboard')).toEqual({ to: '/admin/dashboard' });
});

it('marks the last saved record and keeps the rest of the place', () => {
  storeListState(LIST, { search: '?page=2', scroll: 640, row: null });
  storeListRow(LIST, SHOP);
  expect(storedListState(LIST)).toEqual({ search: '?page=2', scroll: 640, row: SHOP });
  storeListRow('/admin/information', SHOP);
  expect(storedListState('/admin/information')).toBeUndefined();
});

it("extracts the record from a screen's address", () => {
  expect(recordUuidIn(`/admin/shops/edit/${SHOP}`)).toBe(SHOP);
  expect(recordUuidIn('/admin/shops/create')).toBeNull();
});

it('forgets all places at sign-out', () => {
  storeListState(LIST, { search: '?search=ana', scroll: 0, row: null });
  forgetListStates();
  expect(returnLink(LIST)).toMatchObject({ to: LIST });
});

it('starts lists at the top if storage is disabled', () => {
  vi.stubGlobal('window', {});
  storeListState(LIST, { search: '?page=2', scroll: 9, row: null });
  expect(storedListState(LIST)).toBeUndefined();
  expect(returnLink(LIST).to).toBe(LIST);
});

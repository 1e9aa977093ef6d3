import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  forgetPlaces,
  isReturn,
  placeOf,
  recordIn,
  rememberPlace,
  rememberRow,
  wayBack,
} from './listPlace.ts';

const LIST = '/admin/shops/index';
const SHOP = '0f3e9451-c75c-4cf0-adb5-ba099a62a008';

// Node's own sessionStorage replaces the browser's.
beforeEach(() => {
  vi.stubGlobal('window', globalThis);
  forgetPlaces();
});
afterEach(() => {
  forgetPlaces();
  vi.unstubAllGlobals();
});

it('returns to a list as the user left it, replacing the current screen', () => {
  expect(wayBack(LIST)).toMatchObject({ to: LIST, replace: true });
  rememberPlace(LIST, { search: '?search=a%C3%A7ougue&page=2', scroll: 640, row: null });
  const { to, ...linkProps } = wayBack(LIST);
  expect(to).toBe(`${LIST}?search=a%C3%A7ougue&page=2`);
  expect(isReturn('state' in linkProps ? linkProps.state : null)).toBe(true);
  expect(wayBack('/admin/branches/index').to).toBe('/admin/branches/index');
});

it('links plainly to any other address', () => {
  expect(wayBack('/admin/dashboard')).toEqual({ to: '/admin/dashboard' });
});

it('marks the last saved record and keeps the rest of the place', () => {
  rememberPlace(LIST, { search: '?page=2', scroll: 640, row: null });
  rememberRow(LIST, SHOP);
  expect(placeOf(LIST)).toEqual({ search: '?page=2', scroll: 640, row: SHOP });
  rememberRow('/admin/information', SHOP);
  expect(placeOf('/admin/information')).toBeUndefined();
});

it("extracts the record from a screen's address", () => {
  expect(recordIn(`/admin/shops/edit/${SHOP}`)).toBe(SHOP);
  expect(recordIn('/admin/shops/create')).toBeNull();
});

it('forgets all places at sign-out', () => {
  rememberPlace(LIST, { search: '?search=ana', scroll: 0, row: null });
  forgetPlaces();
  expect(wayBack(LIST)).toMatchObject({ to: LIST });
});

it('starts lists at the top if storage is disabled', () => {
  vi.stubGlobal('window', {});
  rememberPlace(LIST, { search: '?page=2', scroll: 9, row: null });
  expect(placeOf(LIST)).toBeUndefined();
  expect(wayBack(LIST).to).toBe(LIST);
});

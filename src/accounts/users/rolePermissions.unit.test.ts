import { expect, it } from 'vitest';
import { areas } from './rolePermissions.ts';

it('offers no permission to publish personal data', () => {
  const published = areas.filter(({ personal, verbs }) => personal && verbs.includes('publish'));
  expect(published.map(({ area }) => area)).toEqual([]);
});

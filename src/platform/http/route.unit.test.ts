import { expect, test } from 'vitest';
import { endpoint, savedResponse } from '../../shared/endpoint.ts';
import { PLAN_MARK } from '../publication.ts';
import { route } from './route.ts';

test('the compiler refuses a planned endpoint whose handler returns a save without its plan', () => {
  const facts = { method: 'POST', path: '/admin/things/store', summary: 'Cria uma coisa' } as const;
  const planned = endpoint({
    ...facts,
    needs: 'banners.write',
    planned: true,
    answers: { 200: savedResponse },
  });
  const data = { message: 'Salvo.', uuid: 'x', version: 1 };
  // @ts-expect-error: the save did not follow the plan
  route(planned, async () => ({ data }));
  const bound = route(planned, async () => ({ data: { ...data, ...PLAN_MARK } }));
  expect(bound.endpoint).toBe(planned);
});

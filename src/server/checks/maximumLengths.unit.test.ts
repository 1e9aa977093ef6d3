import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { allEndpoints } from '../../../test/endpoints.ts';
import { maxLengthOf } from '../../shared/fields.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.remove());

/** Returns the maximum length that Zod's own JSON schema states. */
function documentedLength(schema: z.ZodType): number | undefined {
  const { maxLength, anyOf } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as {
    maxLength?: number;
    anyOf?: { maxLength?: number }[];
  };
  return maxLength ?? anyOf?.find((branch) => branch.maxLength !== undefined)?.maxLength;
}

test('a form states the maximum length of each field as the API document does', () => {
  const fields = allEndpoints(app.deps).flatMap(({ path, body }) => {
    const { shape = {} } = (body && 'schema' in body ? body.schema : {}) as {
      shape?: Record<string, z.ZodType>;
    };
    return Object.entries(shape).map(([name, schema]) => ({ field: `${path} ${name}`, schema }));
  });
  expect(fields.length).toBeGreaterThan(300);
  expect(fields.map(({ field, schema }) => [field, maxLengthOf(schema)])).toEqual(
    fields.map(({ field, schema }) => [field, documentedLength(schema)]),
  );
});

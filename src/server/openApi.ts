import swagger from '@fastify/swagger';
import Fastify, { type RouteOptions } from 'fastify';
import { z } from 'zod';
import { yieldToEventLoop } from '../platform/processes/yieldToEventLoop.ts';
import { type Endpoint, failuresOf, type MultipartBody } from '../shared/endpoint.ts';
import { authFailureEnvelope, failureEnvelope, failures, isAuthPath } from '../shared/failure.ts';

/** Returns the fields and files of a multipart body as one schema. */
function multipartSchema(body: MultipartBody) {
  const file = z.string().meta({ format: 'binary' });
  const files = Object.fromEntries(
    Object.entries(body.files).map(([name, field]) => {
      const value = field.multiple ? z.array(file) : file;
      return [name, field.required && !field.or ? value : value.optional()];
    }),
  );
  return z.intersection(body.schema, z.object(files));
}

/** JSON is accepted too if no file is required. */
const typesOf = ({ files }: MultipartBody) => [
  'multipart/form-data',
  ...(Object.values(files).some(({ required }) => required) ? [] : ['application/json']),
];

/** Names of the failure schemas in the document. The calls of the sign-in answer in a shape of their own. */
const FAILURE = { schema: 'Failure', prefix: '' };
const AUTH_FAILURE = { schema: 'AuthFailure', prefix: 'auth_' };

/**
 * Returns the parts that operations refer to. Failures written out in each of 500 operations would be most of
 * the document.
 */
function components() {
  const responses = [FAILURE, AUTH_FAILURE].flatMap(({ schema, prefix }) =>
    Object.entries(failures).map(([code, { text }]) => [
      prefix + code,
      {
        description: text,
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
      },
    ]),
  );
  return {
    ...SECURITY,
    schemas: jsonSchemas(
      { [FAILURE.schema]: failureEnvelope, [AUTH_FAILURE.schema]: authFailureEnvelope },
      'output',
    ),
    responses: Object.fromEntries(responses),
  };
}

/** Returns references to the failures of an endpoint, by status. */
function failureReferences(endpoint: Endpoint) {
  const { prefix } = isAuthPath(endpoint.path) ? AUTH_FAILURE : FAILURE;
  return Object.fromEntries(
    failuresOf(endpoint).map((code) => [
      failures[code].status,
      { $ref: `#/components/responses/${prefix}${code}` },
    ]),
  );
}

/** Description of the security scheme of endpoints that need a signed-in caller. */
const BEARER =
  'O token de uma sessão (de quem entrou), ou o de um sistema (vtr_…), que se cria na retaguarda, em Tokens.';

const SECURITY = {
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: BEARER } },
} as const;

const OPENAPI = { openapi: '3.1.0' };

/**
 * Keeps the published document: it omits members of unions that zod fills in only after this call, such as
 * the number in `place` of offers.
 */
const override: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  if (zodSchema._zod.def.type === 'union')
    jsonSchema.anyOf = jsonSchema.anyOf?.filter((member) => Object.keys(member).length > 0);
};

/** Returns the JSON Schemas of the parts of a request (`input`) or of its responses (`output`). */
function jsonSchemas(schemas: Record<string, z.ZodType | undefined>, io: 'input' | 'output') {
  const present = Object.entries(schemas).filter((entry): entry is [string, z.ZodType] => !!entry[1]);
  return Object.fromEntries(
    present.map(([name, schema]) => {
      const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override });
      return [name, rest];
    }),
  );
}

/** Returns the schema of the body; `confirmation` has the fields of a call with step-up confirmation. */
function bodySchema({ body, confirms }: Endpoint, confirmation: z.ZodObject) {
  const schema = body?.type === 'multipart' ? multipartSchema(body) : body?.schema;
  return schema && confirms ? z.intersection(schema, confirmation) : schema;
}

/** Describes an endpoint for the OpenAPI document. */
function describeEndpoint(endpoint: Endpoint, url: string, prefix: string, confirmation: z.ZodObject) {
  const { summary, params, query, body, answers, cached, needs } = endpoint;
  const responses = Object.entries(answers).map(([status, answer]) => [
    status,
    answer ?? z.null().describe('Sem corpo'),
  ]);
  return {
    summary,
    ...jsonSchemas({ params, querystring: query, body: bodySchema(endpoint, confirmation) }, 'input'),
    response: jsonSchemas(
      {
        ...Object.fromEntries(responses),
        ...(cached && { 304: z.null().describe('Igual ao que o ETag enviado diz') }),
      },
      'output',
    ),
    tags: [url.replace(prefix, '').split('/').slice(1, 3).join('/')],
    ...(body?.type === 'multipart' && { consumes: typesOf(body) }),
    ...(needs && { security: [{ bearer: [] }] }),
  };
}

/** Returns the OpenAPI document of `routes` alone. */
async function documentOf(routes: readonly RouteOptions[], prefix: string, confirmation: z.ZodObject) {
  const app = Fastify();
  await app.register(swagger, {
    openapi: {
      ...OPENAPI,
      info: { title: 'Vitrine', description: 'API do site e da retaguarda.', version: '1' },
      components: SECURITY,
    },
    transform: ({ route, url }) => ({
      schema: describeEndpoint(route.config?.endpoint as Endpoint, url, prefix, confirmation),
      url,
    }),
  });
  app.after(() => {
    for (const { method, url, config } of routes)
      app.route({ method, url, config, handler: () => undefined });
  });
  await app.ready();
  const document = app.swagger();
  for (const { method, url, config } of routes) {
    const path = document.paths?.[url.replaceAll(/:(\w+)/g, '{$1}')];
    const { responses } = path?.[String(method).toLowerCase() as 'get'] ?? {};
    if (responses && config?.endpoint) Object.assign(responses, failureReferences(config.endpoint));
  }
  return document;
}

/**
 * Routes per part. A part takes tens of milliseconds; smaller ones cost more in total, as each needs a
 * Fastify instance.
 */
const PATHS_AT_ONCE = 8;

/**
 * Returns the OpenAPI document of `all` routes as JSON. It is generated in parts: one second of uninterrupted work
 * would block all other requests.
 */
export async function openApiText(
  all: readonly RouteOptions[][],
  prefix: string,
  confirmation: z.ZodObject,
): Promise<string> {
  const paths: string[] = [];
  let rest: Record<string, unknown> = {};
  for (let at = 0; at < all.length; at += PATHS_AT_ONCE) {
    const part = await documentOf(all.slice(at, at + PATHS_AT_ONCE).flat(), prefix, confirmation);
    const { paths: partPaths, ...partRest } = part;
    paths.push(JSON.stringify(partPaths).slice(1, -1));
    rest = partRest;
    await yieldToEventLoop();
  }
  const head = JSON.stringify({ ...rest, components: components() });
  return `${head.slice(0, -1)},"paths":{${paths.join(',')}}}`;
}

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Endpoint, failuresOf, type MultipartBody } from '../contract/endpoint.ts';
import { authFailureEnvelope, failureEnvelope, failures, isAuthPath } from '../contract/failure.ts';
import { breatheIfLong } from '../platform/breath.ts';
import { type Answers, sendFinished } from '../platform/http/cache.ts';
import { policyWith, securityHeaders } from '../platform/http/headers.ts';

/** The fields and files of a multipart body as the document shows them. */
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

/** JSON is taken too where no file has to come. */
const typesOf = ({ files }: MultipartBody) => [
  'multipart/form-data',
  ...(Object.values(files).some(({ required }) => required) ? [] : ['application/json']),
];

function failureAnswers(endpoint: Endpoint) {
  const envelope = isAuthPath(endpoint.path) ? authFailureEnvelope : failureEnvelope;
  return Object.fromEntries(
    failuresOf(endpoint).map((code) => [failures[code].status, envelope.describe(failures[code].text)]),
  );
}

/** Of what needs somebody. */
const BEARER =
  'O token de uma sessão (de quem entrou), ou o de um sistema (vtr_…), que se cria na retaguarda, em Tokens.';

const OPENAPI = { openapi: '3.1.0' };

type Transformed = ReturnType<typeof jsonSchemaTransform>;
type RouteInput = Parameters<typeof jsonSchemaTransform>[0];

/** The body as the document shows it; `confirmation` are the fields of a call that must be confirmed. */
function bodySchema({ body, confirms }: Endpoint, confirmation: z.ZodObject) {
  const schema = body?.type === 'multipart' ? multipartSchema(body) : body?.schema;
  return schema && confirms ? z.intersection(schema, confirmation) : schema;
}

/** Returns how the document shows the route of `endpoint`. */
function describeRoute(
  endpoint: Endpoint,
  input: RouteInput,
  prefix: string,
  confirmation: z.ZodObject,
): Transformed {
  const { schema, url } = jsonSchemaTransform({
    ...input,
    schema: {
      ...input.schema,
      ...(endpoint.body && { body: bodySchema(endpoint, confirmation) }),
      response: {
        ...Object.fromEntries(
          Object.entries(endpoint.answers).map(([status, answer]) => [
            status,
            answer ?? z.null().describe('Sem corpo'),
          ]),
        ),
        ...(endpoint.cached && { 304: z.null().describe('Igual ao que o ETag enviado diz') }),
        ...failureAnswers(endpoint),
      },
    },
  } as never);
  return {
    url,
    schema: {
      ...schema,
      tags: [url.replace(prefix, '').split('/').slice(1, 3).join('/')],
      ...(endpoint.body?.type === 'multipart' && { consumes: typesOf(endpoint.body) }),
      ...(endpoint.needs && { security: [{ bearer: [] }] }),
    },
  } as never;
}

/**
 * Serves the OpenAPI document at `/api/docs/json` and a browsable reference at `/api/docs`, made from the endpoints.
 * The document is made once, at its first request, and served by the response cache: compressed, with an ETag.
 */
export async function registerDocs(
  server: FastifyInstance,
  prefix: string,
  answers: Pick<Answers, 'get'>,
  confirmation: z.ZodObject,
): Promise<void> {
  const described = new Map<Endpoint, Transformed>();
  const inputs = new Map<Endpoint, RouteInput>();
  server.addHook('onRoute', (route) => {
    const endpoint = route.config?.endpoint;
    if (endpoint && route.method !== 'HEAD')
      inputs.set(endpoint, { schema: route.schema, url: route.url, route, openapiObject: OPENAPI } as never);
  });
  await server.register(swagger, {
    openapi: {
      ...OPENAPI,
      info: { title: 'Vitrine', description: 'API do site e da retaguarda.', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: BEARER } } },
    },
    transform: (input) => {
      const endpoint = input.route.config?.endpoint;
      if (!endpoint) return { schema: { hide: true }, url: input.url };
      return described.getOrInsertComputed(endpoint, () =>
        describeRoute(endpoint, input as never, prefix, confirmation),
      ) as never;
    },
  });

  /** Yields between routes: their schemas take most of the time. */
  const makeText = async () => {
    for (const [endpoint, input] of inputs) {
      described.getOrInsertComputed(endpoint, () => describeRoute(endpoint, input, prefix, confirmation));
      await breatheIfLong();
    }
    const text = JSON.stringify(server.swagger());
    return text;
  };
  let text: Promise<string> | undefined;
  const path = `${prefix}/docs/json`;
  const produce = async () => {
    text ??= makeText().catch((error) => {
      text = undefined;
      throw error;
    });
    return {
      status: 200,
      type: 'application/json; charset=utf-8',
      body: await text,
      headers: { ...securityHeaders, 'content-security-policy': DOCS_POLICY },
      route: path,
      same: async () => true,
    };
  };

  await server.register(swaggerUi, {
    routePrefix: `${prefix}/docs`,
    staticCSP: DOCS_POLICY,
    uiConfig: { docExpansion: 'list', filter: true },
    theme: { title: 'API · Vitrine' },
    // The plugin would serialise the document for each request, as JSON and as YAML.
    uiHooks: {
      async onRequest(request, reply) {
        const { url } = request.routeOptions;
        if (url === `${prefix}/docs/yaml`) return reply.callNotFound();
        if (url !== path) return;
        const finished = await answers.get(path, produce);
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders()))
          reply.raw.setHeader(name, value as string);
        sendFinished(finished, request.raw, reply.raw);
      },
    },
  });
}

/** Stricter than the plugin's own policy, because the reference is shown where tokens are stored. */
const DOCS_POLICY = policyWith(
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
);

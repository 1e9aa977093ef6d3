import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Endpoint, failuresOf, type MultipartBody } from '../contract/endpoint.ts';
import { authFailureEnvelope, failureEnvelope, failures, isAuthPath } from '../contract/failure.ts';
import { policyWith } from '../platform/http/headers.ts';

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

/** The API document at `/api/docs/json` and a browsable reference at `/api/docs`, made from the endpoints. */
export async function registerDocs(server: FastifyInstance, prefix: string): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Vitrine', description: 'API do site e da retaguarda.', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: BEARER } } },
    },
    transform: (input) => {
      const endpoint = input.route.config?.endpoint;
      if (!endpoint) return { schema: { hide: true }, url: input.url };
      const { schema, url } = jsonSchemaTransform({
        ...input,
        schema: {
          ...input.schema,
          ...(endpoint.body && {
            body: endpoint.body.type === 'multipart' ? multipartSchema(endpoint.body) : endpoint.body.schema,
          }),
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
    },
  });
  await server.register(swaggerUi, {
    routePrefix: `${prefix}/docs`,
    // Its library's own lets more in, and it is shown where tokens are kept.
    staticCSP: policyWith(
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
    ),
    uiConfig: { docExpansion: 'list', filter: true },
    theme: { title: 'API · Vitrine' },
  });
}

import { createRequire } from 'node:module';
import { access } from '@lethe/api/access';
import { DATA_PLANES } from '@lethe/api/configuration';
import { deletions, ownWorkers } from '@lethe/api/deletions';
import { events } from '@lethe/api/events';
import { imports } from '@lethe/api/imports';
import type { Capability } from '@lethe/api/definition';
import { regulations } from '@lethe/api/regulations';
import { tests } from '@lethe/api/tests';
import { session } from '@lethe/api/session';
import { users } from '@lethe/api/users';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

/** Name of the security scheme of data planes. */
export const DATA_PLANE_SECURITY = 'dataPlane';
/** Name of the security scheme of the console's session. */
export const SESSION_SECURITY = 'session';

/** JSON Schema of a value, or a reference to the schema of a DTO. */
export type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

const REQUEST_ID_HEADER = '#/components/headers/X-Request-Id';
const REQUEST_ID_PARAMETER = '#/components/parameters/X-Request-Id';

const RATE_HEADERS = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

const DESCRIPTION = `Suppress users, delete their data at destinations, and test destinations.

Every answer has the header \`X-Request-Id\`. Every error has the same body, with a \`code\` from the
[table of error codes](/docs/errors).`;

/** Tags in the order of the reference. */
const TAGS: readonly Pick<Capability, 'tag' | 'description'>[] = [
  ...[regulations, imports, users, deletions, ownWorkers, events],
  {
    tag: 'Lookups',
    description: 'Ids for sourceIds and destinationIds, and all destination types.',
  },
  {
    tag: 'Catalog',
    description: 'Sources, destinations, connections, transformations and their libraries.',
  },
  ...[tests, access, session],
  { tag: DATA_PLANES[0], description: DATA_PLANES[1] },
  { tag: 'Health', description: 'Liveness and readiness, for orchestrators such as Kubernetes.' },
];

/** Address at which `npm start` serves the API. */
const USUAL_ORIGIN = 'http://127.0.0.1:8080';

export function createOpenApiDocument(app: INestApplication): OpenAPIObject {
  const { version } = createRequire(import.meta.url)('@lethe/gateway/package.json') as {
    readonly version: string;
  };
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Lethe')
    .setDescription(DESCRIPTION)
    .setVersion(version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(USUAL_ORIGIN)
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'E-mail address and token.' })
    .addBasicAuth(
      {
        type: 'http',
        scheme: 'basic',
        description: 'The secret of a data plane as the user name, with an empty password.',
      },
      DATA_PLANE_SECURITY,
    )
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'opaque',
      description: 'A personal access token.',
    })
    .addCookieAuth(
      '__Host-lethe',
      {
        type: 'apiKey',
        description:
          'The session of the console (`lethe-loopback` on loopback without TLS). Pages of the gateway may send it instead of a Bearer token, with `X-Lethe-Console: 1`.',
      },
      SESSION_SECURITY,
    );
  for (const { tag, description } of TAGS) config.addTag(tag, description);
  const document = SwaggerModule.createDocument(app, config.build(), {
    autoTagControllers: false, // each operation has its own tag
    operationIdFactory: (_controller, method) => method,
  });
  addSharedHeaders(document);
  closeBodies(document);
  return document;
}

/** Adds the headers that every operation accepts and every answer has. */
function addSharedHeaders(document: OpenAPIObject): void {
  document.components = {
    ...document.components,
    parameters: {
      'X-Request-Id': {
        name: 'X-Request-Id',
        in: 'header',
        required: false,
        description:
          'Up to 128 printable ASCII characters. If it is absent or invalid, the gateway creates an id.',
        schema: { type: 'string' },
      },
    },
    headers: {
      'X-Request-Id': {
        description: 'Id of the request, as in the logs of Lethe.',
        schema: { type: 'string' },
        example: 'checkout-4711',
      },
      'Retry-After': {
        description: 'Seconds to wait before you repeat the request.',
        schema: { type: 'integer' },
        example: 2,
      },
      'RateLimit-Policy': {
        description:
          'The limits that apply to the request: `q` units (requests, or the unit in `qu`) in `w` seconds, at all gateways together. The format is a list of RFC 9651, as in draft-ietf-httpapi-ratelimit-headers-10.',
        schema: { type: 'string' },
        example: '"token";q=1000;w=1, "workspace";q=2000;w=1',
      },
      RateLimit: {
        description:
          'For each of these limits: `r` units remain at this gateway now. All units are available again in `t` seconds.',
        schema: { type: 'string' },
        example: '"token";r=999;t=1, "workspace";r=1998;t=1',
      },
      'WWW-Authenticate': {
        description: 'The authentication schemes that are accepted.',
        schema: { type: 'string' },
        example: 'Bearer realm="lethe"',
      },
    },
  };
  for (const operation of operationsOf(document)) {
    operation.security ??= []; // an empty list says that no credentials are needed
    operation.parameters = [...(operation.parameters ?? []), { $ref: REQUEST_ID_PARAMETER }];
    for (const response of Object.values(operation.responses)) {
      if (response === undefined || '$ref' in response) continue;
      response.headers = {
        'X-Request-Id': { $ref: REQUEST_ID_HEADER },
        ...(isOfCallers(operation) && RATE_HEADERS),
        ...response.headers,
      };
    }
  }
}

function operationsOf({ paths }: OpenAPIObject) {
  return Object.values(paths).flatMap(({ get, post, put, patch, delete: remove }) =>
    [get, post, put, patch, remove].filter((operation) => operation !== undefined),
  );
}

/** Returns whether the operation takes a token. Rate limits apply only to requests with a token. */
function isOfCallers({ security = [] }: { readonly security?: readonly object[] }): boolean {
  return security.some((scheme) => 'bearer' in scheme);
}

/** Documents that the gateway refuses bodies with unknown members. */
function closeBodies(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  const close = (schema: unknown): void => {
    const { $ref = '', items } = schema as { $ref?: string; items?: unknown };
    if (items !== undefined) close(items);
    const body = schemas[$ref.replace('#/components/schemas/', '')];
    if (body === undefined || '$ref' in body) return;
    body.additionalProperties = false;
    Object.values(body.properties ?? {}).forEach(close);
  };
  for (const { requestBody, tags = [] } of operationsOf(document)) {
    if (requestBody === undefined || '$ref' in requestBody) continue;
    if (tags.includes(DATA_PLANES[0])) continue; // newer data planes can send more members
    const { 'application/json': json } = requestBody.content;
    if (json !== undefined) close(json.schema);
  }
}

import { readFileSync } from 'node:fs';
import { ERROR_TABLE } from '@lethe/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { startGateway, type GatewayUnderTest } from './gateway-under-test.js';

interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Media>>;
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly example?: unknown;
  readonly schema?: { readonly example?: unknown; readonly default?: unknown };
}

interface Operation {
  readonly security?: readonly object[];
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly servers: readonly object[];
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly additionalProperties?: unknown }>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: Readonly<Record<string, { readonly bearerFormat?: string }>>;
  };
}

const MANAGED = ['/v2/connections', '/transformations', '/transformation-libraries'];

/**
 * Returns the operations on the test cases of a transformation or a destination.
 * @param path path of all transformations or destinations
 */
const testCases = (path: string): string[] => [
  `GET ${path}/{id}/test-cases`,
  `POST ${path}/{id}/test-cases`,
  `GET ${path}/{id}/test-cases/{caseId}`,
  `PUT ${path}/{id}/test-cases/{caseId}`,
  `PATCH ${path}/{id}/test-cases/{caseId}`,
  `DELETE ${path}/{id}/test-cases/{caseId}`,
  `POST ${path}/{id}/test-cases/run`,
];

const VERSIONS = [
  'GET /transformations/{id}/versions',
  'GET /transformations/{id}/versions/{number}',
  'POST /transformations/{id}/versions/{number}/restore',
];

let gateway: GatewayUnderTest;
let document: Document;

beforeAll(async () => {
  gateway = await startGateway();
  const response = await fetch(`${gateway.url}/openapi.json`);
  document = (await response.json()) as Document;
});

afterAll(() => gateway.app.close());

function operations(): (Operation & { readonly name: string })[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      ...operation,
    })),
  );
}

describe('the OpenAPI document', () => {
  it('describes the members of every body', () => {
    const schemas = Object.entries(document.components.schemas) as [
      string,
      { type?: string; properties?: object },
    ][];
    const objects = schemas.filter(([, { type }]) => type === 'object');
    expect(objects.length).toBeGreaterThan(50);
    const empty = objects.filter(([, { properties = {} }]) => Object.keys(properties).length === 0);
    expect(empty.map(([name]) => name)).toEqual([]);
  });

  it('contains the address of the API, and the credentials that each operation needs', () => {
    expect(document.servers).toEqual([{ url: gateway.url }]);
    const undeclared = operations().filter(({ security }) => security === undefined);
    expect(undeclared.map(({ name }) => name)).toEqual([]);
    const open = operations().filter(({ security = [] }) => security.length === 0);
    expect(open.map(({ name }) => name)).toContain('GET /livez');
    expect(open.filter(({ tags }) => tags.includes('Regulations'))).toEqual([]);
  });

  it('offers a content type that client generators know for every body', () => {
    for (const { requestBody, name } of operations()) {
      const types = Object.keys(requestBody?.content ?? {});
      if (types.length === 0) continue;
      const known = ['application/json', 'application/octet-stream', 'multipart/form-data'];
      expect([name, types.some((type) => known.includes(type))]).toEqual([name, true]);
    }
  });

  it('has only alternatives (oneOf, anyOf) that client generators can turn into code', () => {
    const odd: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { oneOf, anyOf } = value as Readonly<Record<string, unknown>>;
      for (const choices of [oneOf, anyOf]) {
        if (!Array.isArray(choices)) continue;
        const nulls = choices.filter((choice: { type?: unknown }) => choice.type === 'null');
        if (choices.length < 2 || (nulls.length > 0 && choices.length > 2)) odd.push(path);
      }
      for (const [name, member] of Object.entries(value)) visit(member, `${path}/${name}`);
    };
    visit(document, '');
    expect(odd).toEqual([]);
  });

  it('has only patterns that have the same meaning in other programming languages', () => {
    const patterns = JSON.stringify(document).matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g);
    const texts = new Set([...patterns].map(([, text]) => JSON.parse(`"${text!}"`) as string));
    expect(texts.size).toBeGreaterThan(5);
    // Generators omit the flag u. Without this flag, \p means the letter p. Python and Java do not
    // know \u{…}.
    expect([...texts].filter((text) => /\\[pPk]|\\u\{|\(\?</.test(text))).toEqual([]);
    for (const text of texts) expect(() => new RegExp(text)).not.toThrow();
  });

  it('describes the header Prefer, for clients that cannot set Accept', () => {
    const create = operations().find(({ name }) => name === 'POST /v2/regulations');
    expect(create?.parameters?.map(({ name }) => name)).toContain('Prefer');
  });

  it('has version 3.1 and describes every public operation once', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(operations().map(({ name }) => name)).toEqual([
      'POST /v2/regulations',
      'GET /v2/regulations',
      'GET /v2/regulations/{id}',
      'DELETE /v2/regulations/{id}',
      'POST /v2/users/lookup',
      'POST /v2/users/search',
      'POST /v2/users/unsuppress',
      'POST /v2/imports',
      'GET /v2/imports',
      'PATCH /v2/imports/{id}',
      'GET /v2/imports/{id}',
      'GET /v2/imports/{id}/refusals',
      'POST /v2/imports/{id}/cancel',
      'GET /v2/deletion-jobs',
      'GET /v2/deletion-jobs/summary',
      'GET /v2/deletion-jobs/{id}',
      'POST /v2/deletion-jobs/retry',
      'POST /v2/regulations/{id}/retry',
      'POST /v2/deletion-jobs/{id}/exception',
      'POST /v2/regulations/{id}/extension',
      'POST /v2/regulations/{id}/verify',
      'POST /v2/destinations/{id}/deletions/pause',
      'POST /v2/destinations/{id}/deletions/resume',
      'POST /v2/deletion-jobs/claim',
      'POST /v2/deletion-jobs/{id}/heartbeat',
      'POST /v2/deletion-jobs/{id}/report',
      'GET /v2/events/stream',
      'GET /v2/sources',
      'POST /v2/sources',
      'GET /v2/sources/{id}',
      'PUT /v2/sources/{id}',
      'PATCH /v2/sources/{id}',
      'DELETE /v2/sources/{id}',
      'GET /v2/destinations',
      'POST /v2/destinations',
      'GET /v2/destinations/{id}',
      'PUT /v2/destinations/{id}',
      'PATCH /v2/destinations/{id}',
      'DELETE /v2/destinations/{id}',
      'GET /v2/destinations/{id}/transformation',
      'PUT /v2/destinations/{id}/transformation',
      'DELETE /v2/destinations/{id}/transformation',
      ...testCases('/v2/destinations'),
      ...MANAGED.flatMap((path) => [
        ...(path === '/transformation-libraries'
          ? [...VERSIONS, ...testCases('/transformations')]
          : []),
        `GET ${path}`,
        `POST ${path}`,
        `GET ${path}/{id}`,
        `PUT ${path}/{id}`,
        `PATCH ${path}/{id}`,
        `DELETE ${path}/{id}`,
      ]),
      'GET /destination-definitions',
      'GET /destination-definitions/{name}',
      'POST /v0/testDestination/{id}',
      'POST /v0/testDestination',
      'POST /v0/testSource/{id}',
      'POST /v0/testTransformation',
      'GET /v2/me',
      'GET /v2/tokens',
      'POST /v2/tokens',
      'DELETE /v2/tokens/{id}',
      'GET /v2/data-planes',
      'POST /v2/data-planes',
      'DELETE /v2/data-planes/{id}',
      'POST /console/session',
      'GET /console/session',
      'DELETE /console/session',
      'GET /console/sign-in',
      'POST /console/sign-in-codes',
      'POST /console/sign-in-codes/lookup',
      'GET /dataplane/workspaces/{id}/regulations/suppressions',
      'GET /dataplane/namespaces/{id}/regulations/suppressions',
      'GET /dataplane/workspaces/{id}/regulations/workerJobs',
      'GET /dataplane/namespaces/{id}/regulations/workerJobs',
      'PATCH /dataplane/workspaces/{id}/regulations/workerJobs/{jobId}',
      'PATCH /dataplane/namespaces/{id}/regulations/workerJobs/{jobId}',
      'GET /workspaceConfig',
      'GET /data-plane/v1/namespaces/{id}/config',
      'POST /data-plane/v1/workspaces/{id}/settings',
      'POST /data-plane/v1/namespaces/{id}/settings',
      'GET /transformation/getByVersionId',
      'GET /transformationLibrary/getByVersionId',
      'GET /livez',
      'GET /readyz',
    ]);
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has exactly one tag for each operation, and a description of each tag', () => {
    const explained = document.tags.map(({ name }) => name);
    for (const { name, tags } of operations()) {
      expect({ name, tags }).toEqual({ name, tags: [expect.any(String)] });
      expect(explained).toContain(tags[0]);
    }
  });

  it('has no example values of headers, because "Try it out" would send them', () => {
    const parameters = [
      ...operations().flatMap((operation) => operation.parameters ?? []),
      ...Object.values(document.components.parameters),
    ];
    const headers = parameters.filter((parameter) => parameter.in === 'header');
    expect(headers.length).toBeGreaterThan(5);
    for (const { example, schema } of headers) {
      expect([example, schema?.example, schema?.default]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  it('contains the version of Lethe, and the format of a token', () => {
    const file = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
    expect(document.info.version).toBe((JSON.parse(file) as { version: string }).version);
    expect(document.components.securitySchemes.bearer?.bearerFormat).toBe('opaque');
  });

  it('allows no unknown members in bodies, because the gateway refuses them', () => {
    const bodies = operations()
      .filter(({ tags }) => !tags.includes('Data planes'))
      .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
      .filter(({ schema }) => !('format' in schema)); // a file has no members
    expect(bodies.length).toBe(49);
    const stage = { schema: { $ref: '#/components/schemas/TestStageDto' } };
    for (const { schema } of [...bodies, stage]) {
      const name = (schema as { $ref: string }).$ref.replace('#/components/schemas/', '');
      const { additionalProperties } = document.components.schemas[name]!;
      expect({ name, additionalProperties }).toEqual({ name, additionalProperties: false });
    }
  });

  it('has no broken reference', () => {
    const text = JSON.stringify(document);
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = pointer
        .split('/')
        .reduce<unknown>(
          (value, name) => (value as Record<string, unknown> | undefined)?.[name],
          document,
        );
      expect({ pointer, found }).toEqual({ pointer, found: expect.any(Object) as unknown });
    }
  });

  it('describes X-Request-Id for every answer, and has an example of every answer with a body', () => {
    for (const { name, responses } of operations()) {
      for (const [status, { headers, content = {} }] of Object.entries(responses)) {
        expect({ name, status, headers: Object.keys(headers) }).toMatchObject({
          headers: expect.arrayContaining(['X-Request-Id']) as unknown,
        });
        for (const media of Object.values(content)) {
          expect({ name, status, examples: examplesOf(media).length }).not.toMatchObject({
            examples: 0,
          });
        }
      }
    }
  });

  it('has examples that are valid by their schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false });
    // Each component is a schema, so that Ajv compiles it once, and not again for each body.
    for (const [name, schema] of Object.entries(document.components.schemas))
      ajv.addSchema(withRefsByName(schema), name);
    for (const { name, requestBody, responses } of operations()) {
      const contents = [requestBody?.content, ...Object.values(responses).map((r) => r.content)];
      for (const media of contents.flatMap((content) => Object.values(content ?? {}))) {
        const validate: ValidateFunction = ajv.compile(withRefsByName(media.schema));
        for (const example of examplesOf(media)) {
          const valid = validate(example);
          expect({ name, example, errors: valid ? [] : validate.errors }).toMatchObject({
            errors: [],
          });
        }
      }
    }
  });

  it('shows both content types of the answer to a create, with JSON first, because clients request the first content type', () => {
    const { content = {} } = document.paths['/v2/regulations']?.post?.responses['201'] ?? {};
    expect(Object.keys(content)).toEqual(['application/json', 'text/plain']);
  });

  it('shows every error code that its operations can return', () => {
    const shown = new Set(
      [...JSON.stringify(document.paths).matchAll(/"code":"([a-z_]+)"/g)].map(([, code]) => code),
    );
    shown.delete('suspicious_id'); // a warning of a plan
    // The gateway returns this error before it finds an operation.
    const outside = ['method_not_allowed'];
    expect([...shown, ...outside].sort()).toEqual(Object.keys(ERROR_TABLE).sort());
  });
});

describe('the pages', () => {
  it('open at the address without a path', async () => {
    const root = await fetch(gateway.url, { redirect: 'manual' });
    expect(root.status).toBe(302);
    expect(root.headers.get('location')).toBe('/docs/reference');
    expect((await fetch(gateway.url)).headers.get('content-type')).toContain('text/html');
  });

  it('load nothing from the internet', async () => {
    const page = await (await fetch(`${gateway.url}/docs/reference`)).text();
    const files = [...page.matchAll(/(?:src|href)=["']([^"']+)["']/g)].map(
      ([, file]) => file ?? '',
    );
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const address = new URL(file, `${gateway.url}/docs/reference`);
      expect(address.origin).toBe(gateway.url);
      const response = await fetch(address);
      expect({ file, status: response.status }).toEqual({ file, status: 200 });
      await response.arrayBuffer();
    }
  });

  it('are allowed to run their own scripts, unlike answers of the API', async () => {
    const docs = await fetch(`${gateway.url}/docs/reference`);
    const api = await fetch(`${gateway.url}/livez`);
    expect(docs.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(api.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('list every error code with its status', async () => {
    const response = await fetch(`${gateway.url}/docs/errors`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    for (const [code, { status }] of Object.entries(ERROR_TABLE)) {
      expect(page).toContain(`<td>${status}</td><td><code>${code}</code></td>`);
    }
  });
});

function examplesOf({ example, examples = {} }: Media): unknown[] {
  return example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
}

function withRefsByName(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"')) as object;
}

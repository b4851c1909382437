import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDemoWorkspace } from '@lethe/catalog';
import { useGatewayOnDatabase } from './gateway-on-database.js';

interface Operation {
  readonly tags: readonly string[];
  readonly parameters: readonly {
    readonly name?: string;
    readonly schema?: { readonly example?: string };
  }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
}

const gateway = useGatewayOnDatabase({ workspaces: [] });
let token = '';

beforeAll(async () => {
  const tokenFile = join(mkdtempSync(join(tmpdir(), 'lethe-')), 'demo-token');
  token = (await ensureDemoWorkspace(gateway.connection, { tokenFile }))!.token;
});

/**
 * Sends the request that "Try it out" of the API reference sends without changes. Returns
 * `undefined` if the reference has no example for an id in the path.
 */
async function tryOut(method: string, path: string, operation: Operation) {
  const id = operation.parameters.find(({ name }) => name === 'id' || name === 'name')?.schema
    ?.example;
  if (path.includes('{') && id === undefined) return undefined;
  const body = Object.values(operation.requestBody?.content['application/json']?.examples ?? {})[0];
  const exampleOf = (name: string): string =>
    operation.parameters.find((parameter) => parameter.name === name)?.schema?.example ?? '';
  const target = path.replace(/\{(\w+)\}/g, (_place, name: string) => exampleOf(name));
  const response = await fetch(gateway.url + target, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      // Deletes nothing, because no item has the version 0.
      ...(method === 'DELETE' ? { 'if-match': '"0"' } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body.value) }),
  });
  await response.arrayBuffer();
  return { request: `${method} ${path}`, status: response.status };
}

describe('the examples of the reference', () => {
  it('use items of the demo workspace', async () => {
    const response = await fetch(`${gateway.url}/openapi.json`);
    const { paths } = (await response.json()) as {
      paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    };
    const answers = [];
    for (const method of ['put', 'post', 'get', 'delete']) {
      for (const [path, methods] of Object.entries(paths)) {
        const operation = methods[method];
        if (!['Catalog', 'Lookups'].includes(operation?.tags[0] ?? '')) continue;
        answers.push(await tryOut(method.toUpperCase(), path, operation!));
      }
    }
    const tried = answers.filter((answer) => answer !== undefined);
    expect(tried.length).toBeGreaterThan(20);
    const failed = tried.filter(({ status }) => status !== 412 && status >= 400);
    // The only source and the only destination of the demo workspace are already connected.
    expect(failed).toEqual([{ request: 'POST /v2/connections', status: 409 }]);
  });
});

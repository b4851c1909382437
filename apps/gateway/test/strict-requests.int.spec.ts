import type { CatalogDestination, CatalogSource } from '@lethe/catalog';
import { send, startGateway, type GatewayUnderTest } from './gateway-under-test.js';
import { openRaw } from './raw-http.js';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
}

let gateway: GatewayUnderTest;
let operations: readonly Operation[];

beforeAll(async () => {
  gateway = await startGateway({
    catalog: {
      savedAt: () => Promise.resolve(undefined),
      findDestinations: () => Promise.resolve([{ id: 'x', type: 'WEBHOOK' } as CatalogDestination]),
      findSource: () => Promise.resolve({ id: 'x' } as CatalogSource),
    },
  });
  const response = await fetch(`${gateway.url}/openapi.json`);
  const { paths } = (await response.json()) as {
    paths: Record<string, Record<string, { tags: string[] }>>;
  };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { tags }]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, 'x'),
      tags,
    })),
  );
});

afterAll(() => gateway.app.close());

/** Operations that only browsers use. They take no token. */
const OF_BROWSERS = ['/console/session', '/console/sign-in', '/console/sign-in-codes/lookup'];

/**
 * Returns the paths in `details` of the error if the answer is a 400. Returns an empty list for all
 * other answers.
 */
async function refused(
  { method, path }: Operation,
  query: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const response = await send(gateway, `${path}${query}`, {
    method,
    headers: {
      authorization: 'Bearer owner',
      'content-type': 'application/json',
      ...headers,
    },
    ...(method === 'POST' || method === 'PUT' ? { body: '{}' } : {}),
  });
  const text = await response.text();
  if (response.status !== 400) return [];
  return Object.keys((JSON.parse(text) as { details?: object }).details ?? {});
}

describe('a parameter or header without effect', () => {
  it('is refused in the query of every operation that takes a token', async () => {
    const strict = operations.filter(
      ({ tags, path }) =>
        !tags.includes('Data planes') && !tags.includes('Health') && !OF_BROWSERS.includes(path),
    );
    expect(strict.length).toBeGreaterThan(30);
    const lenient: string[] = [];
    for (const operation of strict) {
      const paths = await refused(operation, '?dryrun=true');
      if (!paths.includes('dryrun')) lenient.push(`${operation.method} ${operation.path}`);
    }
    expect(lenient).toEqual([]);
  });

  it('is refused after a "#", where the router would drop it', async () => {
    const { host } = new URL(gateway.url);
    const { socket, closed } = openRaw(gateway.url);
    socket.write(
      `DELETE /v2/sources/x#dry_run=true HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer owner\r\nConnection: close\r\n\r\n`,
    );
    expect(await closed).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('is ignored in the query of a probe', async () => {
    expect((await fetch(`${gateway.url}/livez?verbose`)).status).toBe(200);
    expect((await fetch(`${gateway.url}/readyz?verbose=1`)).status).toBe(200);
  });

  it('is refused on every POST except POST /v2/regulations if it is the header Idempotency-Key', async () => {
    const posts = operations.filter(
      ({ method, tags, path }) =>
        method === 'POST' && !tags.includes('Data planes') && !OF_BROWSERS.includes(path),
    );
    const accepting: string[] = [];
    for (const operation of posts) {
      const paths = await refused(operation, '', { 'idempotency-key': 'k' });
      if (!paths.includes('Idempotency-Key')) accepting.push(operation.path);
    }
    expect(posts.length).toBeGreaterThan(20); // the document was read
    expect(accepting).toEqual(['/v2/regulations']);
  });
});

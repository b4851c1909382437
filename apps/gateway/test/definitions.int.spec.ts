import { allDefinitions, findDefinition } from '@lethe/destination-definitions';
import { startGateway, type GatewayUnderTest } from './gateway-under-test.js';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.app.close());

/** Sends a request without credentials. */
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${gateway.url}${path}`, { headers });

describe('GET /destination-definitions', () => {
  it('lists every definition unchanged', async () => {
    const response = await get('/destination-definitions');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(allDefinitions())));
  });

  it('returns a definition by its name, alone or in a list', async () => {
    const webhook: unknown = JSON.parse(JSON.stringify(findDefinition('WEBHOOK')));
    expect(await (await get('/destination-definitions/WEBHOOK')).json()).toEqual(webhook);
    expect(await (await get('/destination-definitions?name=WEBHOOK')).json()).toEqual([webhook]);
    expect(await (await get('/destination-definitions?name=NOPE')).json()).toEqual([]);
  });

  it('suggests a name for a misspelled name', async () => {
    const response = await get('/destination-definitions/webhook');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      code: 'not_found',
      message: 'There is no destination type "webhook"; did you mean "WEBHOOK"?',
    });
    expect((await get('/destination-definitions?nam=WEBHOOK')).status).toBe(400);
    expect((await get('/destination-definitions?name=A&name=B')).status).toBe(400);
  });

  it.each([
    '/destination-definitions',
    '/destination-definitions/WEBHOOK',
    '/destination-definitions?name=WEBHOOK',
  ])('answers 304 without a body to a client with the current entity tag: %s', async (path) => {
    const first = await get(path);
    await first.arrayBuffer();
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    for (const header of [etag, `"x", W/${etag}`, '*']) {
      const again = await get(path, { 'if-none-match': header });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect(again.headers.get('etag')).toBe(etag);
    }
    const other = await get(path, { 'if-none-match': '"x"' });
    expect([other.status, other.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=300',
    ]);
    await other.arrayBuffer();
  });
});

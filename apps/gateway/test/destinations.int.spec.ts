import { LetheError } from '@lethe/contracts';
import { as, useCatalogGateway } from './catalog-gateway.js';

const gateway = useCatalogGateway();
const send: typeof gateway.send = (...args) => gateway.send(...args);

const TOKEN = 'Bearer very-secret-token';
const SIGNATURE = 'sign-with-this-secret';
const WEBHOOK = {
  id: 'dst_hook',
  name: 'Hook',
  type: 'WEBHOOK',
  config: {
    webhookUrl: 'https://example.com/hook',
    headers: [
      { from: 'authorization', to: TOKEN },
      { from: 'x-other', to: 'Bearer another-secret' },
    ],
    deletionSecret: SIGNATURE,
  },
};

const put = (config: object, headers?: Readonly<Record<string, string>>) =>
  send('PUT', '/v2/destinations/dst_hook', { name: 'Hook', type: 'WEBHOOK', config }, headers);
/** Returns the configuration with its secrets unmasked, as a test run uses it. */
const inUse = async (id = 'dst_hook') =>
  (await gateway.otherReader.findTestTarget('ws_a', id))?.destination.config;
const details = (answer: { readonly body: object }) =>
  Object.keys((answer.body as { details?: object }).details ?? {});

async function rawRows(): Promise<string> {
  const rows = await gateway.connection.query(
    'select to_jsonb(d)::text as text from catalog.destinations d',
  );
  return JSON.stringify(rows);
}

beforeAll(async () => {
  expect((await send('POST', '/v2/destinations', WEBHOOK)).status).toBe(201);
});

describe('secrets of a destination', () => {
  it('are masked in answers and encrypted in the database', async () => {
    const { body } = await send('GET', '/v2/destinations/dst_hook');
    expect(body).toMatchObject({
      destination: {
        config: {
          headers: [
            { from: 'authorization', to: 'Be***' },
            { from: 'x-other', to: 'Be***' },
          ],
          deletionSecret: 'si***',
        },
      },
    });
    for (const text of [JSON.stringify(body), await rawRows()]) {
      expect(text).toContain('https://example.com/hook');
      expect(text).not.toMatch(/very-secret|another-secret|sign-with/);
    }
    expect(await inUse()).toEqual(WEBHOOK.config);
  });

  it('are kept by a patch that does not contain them, and can be removed one by one', async () => {
    await put(WEBHOOK.config);
    const patch = (config: object) => send('PATCH', '/v2/destinations/dst_hook', { config });
    expect((await patch({ webhookMethod: 'PUT' })).status).toBe(200);
    expect(await inUse()).toEqual({ ...WEBHOOK.config, webhookMethod: 'PUT' });
    expect((await patch({ webhookMethod: null, deletionSecret: 'another one' })).status).toBe(200);
    expect(await inUse()).toEqual({ ...WEBHOOK.config, deletionSecret: 'another one' });
    expect((await patch({ deletionSecret: null })).status).toBe(200);
    const { webhookUrl, headers } = WEBHOOK.config;
    expect(await inUse()).toEqual({ webhookUrl, headers });
    expect(details(await patch({ deletionSecret: 'xy***' }))).toEqual(['config.deletionSecret']);
    // If a caller sends the mask of this address, Lethe cannot find the stored address. So a patch
    // of other members must not replace the address with its mask.
    const webhookUrl2 = 'HTTPS://bot:pa55@example.com/hook/Zx81secret';
    await put({ ...WEBHOOK.config, webhookUrl: webhookUrl2 });
    const rename = { name: 'Renamed', enabled: false };
    expect((await send('PATCH', '/v2/destinations/dst_hook', rename)).body).toMatchObject({
      destination: rename,
    });
    expect((await send('PATCH', '/v2/destinations/dst_hook', {})).body).toMatchObject({
      destination: rename,
    });
    expect(await inUse()).toEqual({ ...WEBHOOK.config, webhookUrl: webhookUrl2 });
    await put(WEBHOOK.config);
  });

  it('are kept if their masks are sent back', async () => {
    const { body } = await send('GET', '/v2/destinations/dst_hook');
    const { destination } = body as { destination: { config: object } };
    expect(
      (await put({ ...destination.config, webhookUrl: 'https://example.com/new' })).status,
    ).toBe(200);
    expect(await inUse()).toEqual({ ...WEBHOOK.config, webhookUrl: 'https://example.com/new' });
  });

  it('are found by the name of their header, even if the headers are in a different order', async () => {
    const answer = await put({
      headers: [
        { from: 'x-new', to: 'plain-new' },
        { from: 'x-other', to: 'Be***' },
        { from: 'authorization', to: 'Be***' },
      ],
    });
    expect(answer.status).toBe(200);
    expect(await inUse()).toEqual({
      headers: [
        { from: 'x-new', to: 'plain-new' },
        { from: 'x-other', to: 'Bearer another-secret' },
        { from: 'authorization', to: TOKEN },
      ],
    });
  });

  it('are found by their position if the header was renamed', async () => {
    const answer = await put({
      headers: [
        { from: 'x-new', to: 'pl***' },
        { from: 'x-renamed', to: 'Be***' },
      ],
    });
    expect(answer.status).toBe(200);
    expect(await inUse()).toEqual({
      headers: [
        { from: 'x-new', to: 'plain-new' },
        { from: 'x-renamed', to: 'Bearer another-secret' },
      ],
    });
  });

  it('cannot be set by a mask: a mask without a stored secret is refused with its path', async () => {
    const unknown = await put({
      deletionSecret: 'zz***',
      headers: [{ from: 'x-new', to: 'xx***' }],
    });
    expect(unknown.status).toBe(400);
    expect(details(unknown)).toEqual(
      expect.arrayContaining(['config.deletionSecret', 'config.headers[0].to']),
    );
    const fresh = await send('POST', '/v2/destinations', {
      name: 'N',
      type: 'WEBHOOK',
      config: { deletionSecret: 'si***' },
    });
    expect(details(fresh)).toEqual(['config.deletionSecret']);
  });

  it('keep their encrypted text if they do not change', async () => {
    const before = (await rawRows()).match(/test:[\w-]{40,}/g);
    expect(before).toHaveLength(2);
    await put({
      headers: [
        { from: 'x-new', to: 'plain-new' },
        { from: 'x-renamed', to: 'Be***' },
      ],
    });
    expect((await rawRows()).match(/test:[\w-]{40,}/g)).toEqual(before);
  });
});

describe('the configuration of a destination', () => {
  it.each([
    [{ webhookUrl: 7 }, 'config.webhookUrl'],
    [{ webhookURL: 'https://a.example' }, 'config.webhookURL'],
    [{ headers: 'authorization' }, 'config.headers'],
    [{ headers: [{ from: 'a', to: 1 }] }, 'config.headers[0].to'],
    [{ headers: [{ from: 'a', too: 'b' }] }, 'config.headers[0].too'],
    [{ webhookMethod: 'FETCH' }, 'config.webhookMethod'],
    [{ deletionUrl: 'not a url' }, 'config.deletionUrl'],
    [{ deletionUrl: 'ftp://a.example' }, 'config.deletionUrl'],
    [{ deletionUrl: 'https://me:secret@a.example' }, 'config.deletionUrl'],
    [{ deletionSecret: 'whsec_?' }, 'config.deletionSecret'],
  ])('is refused if it does not match its definition: %j', async (config, path) => {
    const answer = await put(config);
    expect({ status: answer.status, details: details(answer) }).toEqual({
      status: 400,
      details: [path],
    });
  });

  it('can keep an invalid address that is already stored, but accepts no new invalid address', async () => {
    const id = (await send('POST', '/v2/destinations', { name: 'N', type: 'REDIS' })).body
      .destination as { id: string };
    await gateway.connection.query(
      `update catalog.destinations set config = '{"address":"redis://old"}' where id = $1`,
      [id.id],
    );
    const renamed = { name: 'N2', type: 'REDIS', config: { address: 'redis://old' } };
    expect((await send('PUT', `/v2/destinations/${id.id}`, renamed)).status).toBe(200);
    const other = { config: { address: 'redis://new' } };
    const answer = await send('PATCH', `/v2/destinations/${id.id}`, other);
    expect([answer.status, details(answer)]).toEqual([400, ['config.address']]);
  });

  it('can be incomplete', async () => {
    const answer = await send('POST', '/v2/destinations', { name: 'N', type: 'WEBHOOK' });
    expect(answer.status).toBe(201);
  });

  it('must have an existing type, which cannot change', async () => {
    const unknown = await send('POST', '/v2/destinations', { name: 'N', type: 'WEBHOK' });
    expect(unknown.body).toMatchObject({
      details: { type: expect.stringContaining('did you mean "WEBHOOK"') as unknown },
    });
    const changed = await send('PUT', '/v2/destinations/dst_hook', { name: 'N', type: 'REDIS' });
    expect(details(changed)).toEqual(['type']);
  });

  it('keeps its connection mode if the request contains no mode, because answers do not contain the mode', async () => {
    const mode = async () =>
      (await gateway.otherReader.findDestinations('ws_a', ['dst_mode']))[0]?.connectionMode;
    const body = { id: 'dst_mode', name: 'M', type: 'WEBHOOK' };
    await send('POST', '/v2/destinations', { ...body, connectionMode: 'hybrid' });
    await send('PUT', '/v2/destinations/dst_mode', body);
    expect(await mode()).toBe('hybrid');
    await send('PUT', '/v2/destinations/dst_mode', { ...body, connectionMode: 'device' });
    expect(await mode()).toBe('device');
    expect(
      details(await send('PUT', '/v2/destinations/dst_mode', { ...body, connectionMode: 'x' })),
    ).toEqual(['connectionMode']);
  });
});

describe('the transformation of a destination', () => {
  const path = '/v2/destinations/dst_hook/transformation';

  it('is connected, shown and disconnected', async () => {
    await send('POST', '/transformations', { id: 'tr', name: 'T', code: 'x' });
    expect((await send('GET', path)).status).toBe(404);
    const connected = await send('PUT', path, { id: 'tr' });
    expect({ status: connected.status, body: connected.body }).toEqual({
      status: 200,
      body: { transformation: { id: 'tr', version: 1 } },
    });
    const destination = await send('GET', '/v2/destinations/dst_hook');
    expect(destination.body).toMatchObject({ destination: { transformation: { id: 'tr' } } });
    expect(destination.headers.get('etag')).toBe(connected.headers.get('etag'));
    expect((await send('GET', path)).body).toEqual(connected.body);
    const stale = { 'if-match': '"stale"' };
    expect((await send('DELETE', path, undefined, stale)).status).toBe(412);
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('GET', path)).status).toBe(404);
    const patch = (transformation: unknown) =>
      send('PATCH', '/v2/destinations/dst_hook', { transformation });
    expect((await patch('tr')).status).toBe(200);
    expect((await send('GET', path)).body).toEqual(connected.body);
    expect(details(await patch({}))).toEqual(['transformation']);
    expect((await patch(null)).status).toBe(200);
    expect((await send('GET', path)).status).toBe(404);
    expect(await inUse()).toHaveProperty('headers');
  });

  it('must belong to the workspace', async () => {
    await send('POST', '/transformations', { id: 'tr_b', name: 'T', code: 'x' }, as('other'));
    const foreign = await send('PUT', path, { id: 'tr_b' });
    const unknown = await send('PUT', path, { id: 'tr_nope' });
    expect([foreign.status, unknown.status]).toEqual([400, 400]);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect((await send('PUT', path, { id: 'tr_b' }, as('other'))).status).toBe(404);
    expect((await send('GET', path, undefined, as('other'))).status).toBe(404);
    expect((await send('PUT', path, { id: 'tr' }, as('viewer'))).status).toBe(403);
    const inBody = { name: 'N', type: 'WEBHOOK', transformation: { id: 'tr_b' } };
    expect((await send('POST', '/v2/destinations', inBody)).status).toBe(400);
  });

  it('cannot be deleted while it is in use', async () => {
    const body = { id: 'dst_using', name: 'U', type: 'WEBHOOK', transformation: 'tr' };
    expect((await send('POST', '/v2/destinations', body)).status).toBe(201);
    const refused = await send('DELETE', '/transformations/tr');
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('dst_using') as unknown,
    });
    await send('DELETE', '/v2/destinations/dst_using');
    expect((await send('DELETE', '/transformations/tr')).status).toBe(204);
  });
});

describe('deleting a destination', () => {
  const stub = (abortDeletions: typeof gateway.commands.abortDeletions) =>
    Object.assign(gateway.commands, { abortDeletions });

  it('aborts its waiting deletions first, and keeps the destination if the abort fails', async () => {
    await send('POST', '/v2/destinations', { id: 'dst_gone', name: 'G', type: 'WEBHOOK' });
    stub(() => Promise.reject(new LetheError('unavailable')));
    const refused = await send('DELETE', '/v2/destinations/dst_gone');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect((await send('GET', '/v2/destinations/dst_gone')).status).toBe(200);

    const seen: unknown[] = [];
    stub((command) => {
      seen.push(command);
      return Promise.resolve();
    });
    const stale = { 'if-match': '"stale"' };
    expect((await send('DELETE', '/v2/destinations/dst_gone', undefined, stale)).status).toBe(412);
    expect((await send('DELETE', '/v2/destinations/dst_gone', undefined, as('other'))).status).toBe(
      404,
    );
    expect(seen).toEqual([]);
    expect((await send('DELETE', '/v2/destinations/dst_gone')).status).toBe(204);
    expect(seen[0]).toMatchObject({
      destinationId: 'dst_gone',
      context: { workspaceId: 'ws_a', actor: 'admin' },
      mayStay: true,
    });
    expect(seen[1]).not.toHaveProperty('mayStay');
  });
});

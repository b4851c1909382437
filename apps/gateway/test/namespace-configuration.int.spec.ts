import { gunzipSync } from 'node:zlib';
import type { WorkspaceConfigurationDto } from '@lethe/api/configuration';
import { basic, SECRETS, useDataPlaneGateway } from './data-plane-gateway.js';
import { getRaw } from './get-raw.js';

const gateway = useDataPlaneGateway();

const CONFIG = '/workspaceConfig?fetchAll=true';
const OF_NAMESPACE = '/data-plane/v1/namespaces/ns/config';

type Configurations = Readonly<Record<string, WorkspaceConfigurationDto | null>>;

const config = (as?: 'otherPlane') => gateway.getJson<WorkspaceConfigurationDto>(CONFIG, as);
const configs = (updatedAfter?: string) =>
  gateway.getJson<Configurations>(
    updatedAfter === undefined
      ? OF_NAMESPACE
      : `${OF_NAMESPACE}?updatedAfter=${encodeURIComponent(updatedAfter)}`,
    'namespace',
  );

/** Returns the newest time in an answer. A client sends this text with its next request. */
const newestOf = (answer: Configurations): string =>
  Object.values(answer)
    .flatMap((each) => each?.updatedAt ?? [])
    .sort()
    .at(-1) ?? '';

describe('GET /data-plane/v1/namespaces/{id}/config', () => {
  it('returns the configuration of each workspace of the namespace', async () => {
    const answer = await configs();
    expect(Object.keys(answer)).toEqual(['ws_a', 'ws_b']);
    expect(answer.ws_a).toEqual(await config());
    expect(answer.ws_b).toEqual(await config('otherPlane'));
  });

  it('returns null only for unchanged workspaces', async () => {
    const newest = newestOf(await configs());
    expect(await configs(newest)).toEqual({ ws_a: null, ws_b: null });
    await gateway.editor.libraries.create('ws_b', 'fresh', { name: 'fresh', code: '' });
    const next = await configs(newest);
    expect(next).toEqual({ ws_a: null, ws_b: await config('otherPlane') });
    expect(newestOf(next) > newest).toBe(true);
    expect(await configs(newestOf(next))).toEqual({ ws_a: null, ws_b: null });
  });

  it('answers 304 only to a client that sends the entity tag, until something changes', async () => {
    const ask = (headers = {}) => gateway.get(OF_NAMESPACE, 'namespace', headers);
    const etag = (await ask()).headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const again = await ask({ 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await ask({ 'accept-encoding': 'identity' })).headers.get('etag')).toBe(etag);
    const since = `?updatedAfter=${encodeURIComponent(newestOf(await configs()))}`;
    const nothing = await gateway.get(`${OF_NAMESPACE}${since}`, 'namespace', {
      'if-none-match': etag,
    });
    expect(nothing.status).toBe(200);
    await gateway.editor.libraries.create('ws_b', 'other', { name: 'other', code: '' });
    const changed = await ask({ 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it.each([
    ['an invalid time', 'yesterday'],
    ['nothing', ''],
    ['a day that does not exist', '2026-13-45T00:00:00Z'],
    ['a number', '1763712000000'],
    ['a time before all changes', '0001-01-01T00:00:00.000Z'],
    ['a future time', '2999-01-01T00:00:00.000Z'],
    ['U+0000', '\u0000'],
  ])('returns all configurations to a client that sends %s', async (_, updatedAfter) => {
    expect(Object.values(await configs(updatedAfter))).not.toContain(null);
  });

  it('accepts a time with an offset, and uses the last of several times', async () => {
    const newest = newestOf(await configs());
    const time = new Date(Date.parse(newest) + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
    const unchanged = { ws_a: null, ws_b: null };
    expect(await configs(time)).toEqual(unchanged);
    const query = `?updatedAfter=x&updatedAfter=${time}`; // with a "+" that is not encoded
    expect(await gateway.getJson(`${OF_NAMESPACE}${query}`, 'namespace')).toEqual(unchanged);
  });

  it('returns a workspace that was added to the namespace, even if it did not change recently', async () => {
    const newest = newestOf(await configs());
    await gateway.apply({
      workspaces: [{ id: 'ws_c' }],
      namespaces: [{ id: 'ns', workspaces: ['ws_c'] }],
    });
    const answer = await configs(newest);
    expect(answer).toMatchObject({ ws_a: null, ws_b: null, ws_c: { workspaceId: 'ws_c' } });
    await gateway.connection.query(
      `delete from catalog.namespace_workspaces where workspace_id = 'ws_c'`,
    );
    expect(Object.keys(await configs())).toEqual(['ws_a', 'ws_b']);
  });

  it('is empty for a namespace without workspaces', async () => {
    const path = '/data-plane/v1/namespaces/ns_other/config';
    expect(await gateway.getJson(path, 'otherNamespace')).toEqual({});
  });

  it('uses gzip for a client that accepts it', async () => {
    const headers = basic(SECRETS.namespace);
    const packed = await getRaw(`${gateway.url}${OF_NAMESPACE}`, {
      ...headers,
      'accept-encoding': 'gzip',
    });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(packed.body).toString())).toEqual(await configs());
    const plain = await getRaw(`${gateway.url}${OF_NAMESPACE}`, headers);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(plain.body.toString())).toEqual(await configs());
  });

  it('returns every change to a client that polls during concurrent writes', async () => {
    const writers = ['ws_a', 'ws_b'].flatMap((workspaceId) =>
      Array.from({ length: 3 }, async (_, writer) => {
        for (let n = 0; n < 15; n += 1) {
          const name = `${workspaceId}-${writer}-${n}`;
          await gateway.editor.libraries.create(workspaceId, name, { name, code: '' });
        }
      }),
    );
    const done = new AbortController();
    const written = Promise.all(writers).finally(() => {
      done.abort();
    });
    const known = new Map<string, WorkspaceConfigurationDto>();
    let since: string | undefined;
    const poll = async () => {
      const answer = await configs(since);
      for (const [id, each] of Object.entries(answer)) if (each !== null) known.set(id, each);
      since = [since ?? '', newestOf(answer)].sort().at(-1);
    };
    while (!done.signal.aborted) await poll();
    await written;
    await poll();
    const present = await configs();
    expect(Object.fromEntries(known)).toEqual(present);
    expect(present.ws_a?.libraries.length).toBeGreaterThan(45);
  });
});

import type { WorkspaceConfigurationDto } from '@lethe/api/configuration';
import { SECRETS, useDataPlaneGateway } from './data-plane-gateway.js';

const gateway = useDataPlaneGateway();
const CONFIG = '/data-plane/v1/namespaces/ns/config';
type Configurations = Record<string, WorkspaceConfigurationDto | null>;

const send = (method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${gateway.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${SECRETS.user}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const SOURCE = { name: 'S', type: 'HTTP' };

const sources = async (query = ''): Promise<Record<string, string[] | null>> => {
  const answer = await gateway.getJson<Configurations>(`${CONFIG}${query}`, 'namespace');
  return Object.fromEntries(
    Object.entries(answer).map(([id, found]) => [
      id,
      found?.sources.map((source) => `${source.id}=${source.writeKey}`) ?? null,
    ]),
  );
};

describe('the write key of a source', () => {
  it('is made here, and says nothing of those that others have', async () => {
    const answers = await Promise.all(
      ['wk_b_foreign', 'wk_of_nobody', 'wk_a'].map(async (writeKey) => {
        const created = await send('POST', '/v2/sources', { ...SOURCE, writeKey });
        const replaced = await send('PUT', '/v2/sources/src_off', { ...SOURCE, writeKey });
        const texts = [await created.text(), await replaced.text()];
        return [created.status, replaced.status, ...texts.map(withoutRequestId)];
      }),
    );
    expect(answers[0]?.slice(0, 2)).toEqual([400, 400]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const made = await send('POST', '/v2/sources', { id: 'src_made', ...SOURCE });
    const { source } = (await made.json()) as { source: { writeKey: string } };
    expect(source.writeKey).toMatch(/^wk_[0-9a-f]{32}$/);
    const again = await send('PUT', '/v2/sources/src_made', { ...SOURCE, ...pick(source) });
    expect(again.status).toBe(200);
  });

  it('may be brought by the workspace file while it is free, or the source has it', async () => {
    const file = (workspace: string, id: string) => ({
      workspaces: [{ id: workspace, sources: [{ id, ...SOURCE, writeKey: 'wk_brought' }] }],
    });
    await gateway.apply(file('ws_a', 'src_first'));
    await gateway.apply(file('ws_a', 'src_first'));
    await expect(gateway.apply(file('ws_b', 'src_second'))).rejects.toThrow(
      /workspaces\[0\]\.sources\[0\]\.writeKey: is already that of source ws_a\/src_first/,
    );
    const twice = [1, 2].map((n) => ({ id: `src_${n}`, ...SOURCE, writeKey: 'wk_twice' }));
    await expect(gateway.apply({ workspaces: [{ id: 'ws_b', sources: twice }] })).rejects.toThrow(
      /sources\[1\]\.writeKey: is already that of source ws_b\/src_1/,
    );
  });

  it('is in a configuration of a namespace once, where two have it from before', async () => {
    await gateway.connection.query(
      `insert into catalog.sources (workspace_id, id, name, type, write_key, enabled, config, created_at)
       values ('ws_b', 'src_late', 'S', 'HTTP', 'wk_a', true, '{}', now() + interval '1 hour'),
              ('ws_b', 'src_own', 'S', 'HTTP', 'wk_own', true, '{}', now())`,
    );
    // What is there twice goes on, also in a file that says so.
    const late = { id: 'src_late', ...SOURCE, writeKey: 'wk_a' };
    const both = [late, { id: 'src_own', ...SOURCE, writeKey: 'wk_own' }];
    const connections = both.map(({ id }) => ({ sourceId: id, destinationId: 'dst' }));
    const destinations = [{ id: 'dst', name: 'D', type: 'WEBHOOK' }];
    const ofB = { id: 'ws_b', sources: both, destinations, connections };
    await gateway.apply({ workspaces: [ofB] });
    const before = await gateway.getJson<Configurations>(CONFIG, 'namespace');
    expect((await sources()).ws_b).toEqual(['src_own=wk_own']);
    const shown = Object.values(before.ws_b?.connections ?? {});
    expect(shown.map(({ sourceId }) => sourceId)).toEqual(['src_own']);
    expect((await sources()).ws_a).toContain('src_web=wk_a');
    // The data planes of one workspace have what they had.
    const own = await gateway.getJson<WorkspaceConfigurationDto>('/workspaceConfig', 'otherPlane');
    expect(own.sources.map(({ id }) => id)).toEqual(['src_late', 'src_own']);

    // Whoever changes his source leaves that of another as it was: no version of it goes.
    const version = async (): Promise<unknown> =>
      gateway.connection.query(
        `select s.xmin::text, changed_at from catalog.sources s
           join catalog.configuration_changes using (workspace_id) where s.id = 'src_late'`,
      );
    const known = await version();
    expect((await send('PUT', '/v2/sources/src_web', SOURCE)).status).toBe(200);
    expect(await version()).toEqual(known);

    const times = Object.values(before).map((found) => found?.updatedAt ?? '');
    const since = `?updatedAfter=${encodeURIComponent(times.sort().at(-1) ?? '')}`;
    expect((await send('DELETE', '/v2/sources/src_web')).status).toBe(204);
    // Nothing of ws_b was touched, and still its configuration is another one.
    expect((await sources(since)).ws_b).toEqual(['src_late=wk_a', 'src_own=wk_own']);
  });

  it('goes to the next one, and its configuration counts as changed, whatever made it free', async () => {
    const query = (sql: string) => gateway.connection.query(sql);
    const insert = (workspaceId: string, id: string, at: string) =>
      query(`insert into catalog.sources
          (workspace_id, id, name, type, write_key, enabled, config, created_at)
        values ('${workspaceId}', '${id}', 'S', 'HTTP', 'wk_two', true, '{}', '${at}')`);
    /** What ws_b has, if that counts as changed. */
    const newsOf = async (change: () => Promise<unknown>) => {
      const before = await gateway.getJson<Configurations>(CONFIG, 'namespace');
      const latest = Object.values(before).map((found) => found?.updatedAt ?? '');
      await change();
      return (await sources(`?updatedAfter=${encodeURIComponent(latest.sort().at(-1) ?? '')}`))
        .ws_b;
    };
    await insert('ws_b', 'src_next', '2026-01-03');
    await insert('ws_a', 'src_before', '2026-01-02');
    await insert('ws_c', 'src_first', '2026-01-01');
    expect((await sources()).ws_b).not.toContain('src_next=wk_two');

    const before = { id: 'src_before', ...SOURCE, writeKey: 'wk_another' };
    const another = { workspaces: [{ id: 'ws_a', sources: [before] }] };
    expect(await newsOf(() => gateway.apply(another))).toContain('src_next=wk_two');
    const comes = `insert into catalog.namespace_workspaces values ('ns', 'ws_c')`;
    expect(await newsOf(() => query(comes))).toEqual(
      expect.not.arrayContaining(['src_next=wk_two']),
    );
    const goes = `delete from catalog.namespace_workspaces where workspace_id = 'ws_c'`;
    expect(await newsOf(() => query(goes))).toContain('src_next=wk_two');
    // What has nothing to do with it changes nothing.
    expect(await newsOf(() => insert('ws_a', 'src_later', '2026-01-04'))).toBeNull();
  });
});

function pick({ writeKey }: { readonly writeKey: string }): object {
  return { writeKey };
}

function withoutRequestId(text: string): object {
  return { ...(JSON.parse(text) as object), requestId: '' };
}

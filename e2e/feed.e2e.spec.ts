import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithKafka, Random, waitFor } from '@lethe/testing';
import { coveredKeys } from './feed/covered-keys.js';
import { FeedClient, inventedToken } from './feed/feed-client.js';
import { HttpFeed, FEEDS } from './feed/http-feed.js';
import { OpenChange } from './feed/open-change.js';
import { Api } from './support/api.js';
import { IDS, NAMESPACE, WORKSPACE } from './support/workspaces.js';
import { System } from './system.js';

const keyOf = (userId: string, source = '*'): string => `${WORKSPACE}:${userId}:${source}`;

describeWithKafka('the feed', () => {
  let system: System;

  beforeAll(async () => {
    system = await System.start({ regulations: 2 });
  });

  afterAll(() => system.stop());

  const newClient = (
    { pageSize = 100, gateway }: { pageSize?: number; gateway?: number } = {},
    feed: keyof typeof FEEDS = 'workspace',
    joining: readonly string[] = [],
  ): FeedClient => {
    const transport = new HttpFeed(system, FEEDS[feed], gateway);
    const workspaces = [...FEEDS[feed].workspaces, ...joining];
    return new FeedClient({ name: `client of ${feed}`, transport, pageSize, workspaces });
  };

  const expectTruth = async (client: FeedClient): Promise<void> => {
    expect([...client.keys].sort()).toEqual(await coveredKeys(system, client.workspaces));
  };

  it('contains each acknowledged change in the next poll of any gateway', async () => {
    const clients = await caughtUp([newClient({ gateway: 0 }), newClient({ gateway: 1 })]);
    for (let n = 0; n < 10; n += 1) {
      const userId = `fresh-${n}`;
      const api = system.api('admin', n % 2);
      const id = await api.suppress(userId);
      for (const client of clients) await client.poll();
      expect(clients.map(({ keys }) => keys.has(keyOf(userId)))).toEqual([true, true]);
      await api.cancel(id);
      for (const client of clients) await client.poll();
      expect(clients.map(({ keys }) => keys.has(keyOf(userId)))).toEqual([false, false]);
    }
  });

  it('shows a user as lifted only when no active regulation is left', async () => {
    const [client] = await caughtUp([newClient()]);
    const api = system.api();
    const suppress = async (sourceIds: string[]): Promise<string> => {
      const users = [{ userId: 'overlapping' }];
      const [record] = await api.create({ regulationType: 'suppress', sourceIds, users });
      return record!.id;
    };
    const both = await suppress([IDS.web, IDS.app]);
    const web = await suppress([IDS.web]);
    await api.cancel(both);
    await client.catchUp();
    expect(
      [IDS.web, IDS.app].map((source) => client.keys.has(keyOf('overlapping', source))),
    ).toEqual([true, false]);
    await api.cancel(web);
    await client.catchUp();
    await expectTruth(client);
  });

  it('skips no late commit, whatever the order of the commits', async () => {
    const random = new Random(1);
    const clients = await caughtUp([
      newClient({ pageSize: 1 }),
      newClient(),
      newClient({}, 'namespace'),
    ]);
    const open: OpenChange[] = [];
    for (let n = 0; n < 40; n += 1) {
      if (n < 20) open.push(await OpenChange.suppress(system, { userIds: [`late-${n}`] }));
      if (n % 4 === 0) await system.api().suppress(`between-${n}`);
      if (n >= 10) await open.splice(random.below(open.length), 1)[0]?.commit();
      await random.pick(clients).catchUp();
    }
    await Promise.all(open.map((change) => change.commit()));
    for (const client of clients) {
      await client.catchUp();
      await expectTruth(client);
    }
  });

  it('contains a change while another transaction locks its user', async () => {
    const [client] = await caughtUp([newClient()]);
    const change = await OpenChange.suppress(system, { userIds: ['held'] });
    await change.commitAndHold();
    await client.catchUp();
    await change.abandon();
    expect(client.keys).toContain(keyOf('held'));
  });

  it('continues after a restart of all processes', async () => {
    const [client] = await caughtUp([newClient()]);
    await Promise.all(system.instances.map((instance) => instance.stop()));
    for (const instance of system.instances) instance.start();
    await system.ready();
    await system.api().suppress('after the restart');
    const before = client.keys.size;
    await client.catchUp();
    expect(client.keys.size).toBe(before + 1);
    expect(client.lastItems).toHaveLength(1);
  });

  it('starts from the beginning, including tombstones, for a token from before a restore', async () => {
    const api = system.api();
    const id = await api.suppress('lifted later');
    const [client] = await caughtUp([newClient({ pageSize: 5_000 })]);
    await api.cancel(id);
    await newClient().catchUp(); // the first poll gives the change its number
    await system.query('update regulation.generation set id = gen_random_uuid()');
    await client.catchUp();
    const [stored] = await system.query<{ rows: number }>(
      'select count(*)::int as rows from regulation.suppressions where workspace_id = $1',
      [WORKSPACE],
    );
    expect(client.lastItems).toHaveLength(stored!.rows);
    await expectTruth(client);
  });

  it.each([
    ['UTC', (time: string) => time],
    ['nanoseconds', (time: string) => time.replace('Z', '123456Z')],
    ['another zone', (time: string) => `${time.slice(0, -1)}+00:00`],
    ['no fraction', (time: string) => time.replace(/\.\d+/, '')],
  ])('contains the changes since the time of an invented token, in %s', async (zone, write) => {
    const since = write(new Date().toISOString());
    await system.api().suppress(`since ${zone}`);
    const client = newClient();
    client.token = inventedToken(since);
    await client.catchUp();
    expect(client.keys).toContain(keyOf(`since ${zone}`));
  });

  describe('of a namespace', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lethe-e2e-'));
    afterAll(() => {
      rmSync(folder, { recursive: true });
    });

    it('shows the earlier suppressions of a workspace that joins', async () => {
      const id = 'ws_joining';
      const token = 'lth_e2e_joining_0123456789abcdefghij';
      const tokens = [{ name: 'admin', email: 'j@e2e.example', token, role: 'admin' }];
      await apply({ workspaces: [{ id, tokens }] });
      const joining = new Api(system.addressOf(0), token);
      await waitFor(() => joining.suppress('brought along'));
      const lifted = await joining.suppress('lifted before');
      await joining.cancel(lifted);
      await system.api().suppress('newer than all of that');
      const clients = await caughtUp(
        [1, 5_000].map((pageSize) => newClient({ pageSize }, 'namespace', [id])),
      );

      await apply({
        workspaces: [{ id, tokens }],
        namespaces: [{ id: NAMESPACE, workspaces: [id] }],
      });
      for (const client of clients) {
        await waitFor(
          async () => {
            await client.catchUp();
            return client.keys.has(`${id}:brought along:*`);
          },
          { message: 'the suppressions of the workspace that joined' },
        );
        await client.catchUp();
        await expectTruth(client);
      }
    });

    async function apply(document: object): Promise<void> {
      const file = join(folder, 'joining.json');
      writeFileSync(file, JSON.stringify(document));
      const cli = system.cli('workspace', 'apply', file);
      expect([await cli.exited, cli.output]).toEqual([
        { code: 0, signal: null },
        expect.anything(),
      ]);
    }
  });
});

async function caughtUp<Clients extends readonly FeedClient[]>(clients: Clients): Promise<Clients> {
  for (const client of clients) await client.catchUp();
  return clients;
}

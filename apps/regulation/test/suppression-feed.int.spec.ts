import type { SuppressionPageDto } from '@lethe/api/suppressions';
import pg from 'pg';
import { startNewGeneration } from '../src/restore/start-new-generation.js';
import { ChangeNumbering } from '../src/suppressions/change-numbering.js';
import { contextOf, newTestService, suppress, type TestService } from './test-service.js';

const PAST = new Date(0).toISOString();

describe('the feed of suppressions', () => {
  let service: TestService;

  beforeEach(async () => {
    service = await newTestService();
  });

  afterEach(async () => {
    await service.close();
  });

  const page = (
    options: { token?: string; limit?: number; of?: readonly string[] } = {},
  ): Promise<SuppressionPageDto> => {
    const { of = ['ws_a'], limit = 1000, token } = options;
    const { requestId, deadline } = contextOf();
    const tokenOption = token === undefined ? {} : { token };
    return service.commands.suppressionPage({
      context: { requestId, deadline, workspaceIds: of },
      limit,
      ...tokenOption,
    });
  };

  const create = async (userIds: string[], sourceIds?: string[], workspaceId = 'ws_a') => {
    const request = suppress(...userIds);
    const { records } = await service.commands.createRegulations({
      context: contextOf(workspaceId),
      ...(sourceIds === undefined ? request : { ...request, sourceIds }),
      wantRecords: true,
    });
    return records!.map(({ id }) => id);
  };

  const cancel = (id: string): Promise<unknown> =>
    service.commands.cancelRegulation({ context: contextOf(), id, allowedTypes: ['suppress'] });

  const usersOf = ({ items }: SuppressionPageDto): string[] => items.map(({ userId }) => userId);

  const walk = async (limit: number, from?: string): Promise<SuppressionPageDto[]> => {
    const pages = [await page({ limit, ...(from === undefined ? {} : { token: from }) })];
    while (pages.at(-1)!.items.length >= limit) {
      pages.push(await page({ limit, token: pages.at(-1)!.token }));
    }
    return pages;
  };

  it('has a token even on an empty page, and this token reads the next changes', async () => {
    const empty = await page();
    expect(empty.items).toEqual([]);
    expect((await page({ token: empty.token })).token).toBe(empty.token);

    await create(['u1']);
    const next = await page({ token: empty.token });
    expect(usersOf(next)).toEqual(['u1']);
    expect(next.token).not.toBe(empty.token);
  });

  it('has the state of each key, with an empty list for all sources', async () => {
    await create(['u1']);
    await create(['u1'], ['src_b', 'src_a']);
    const { items } = await page();
    expect(items).toHaveLength(3);
    expect(items.map(({ sourceIds }) => sourceIds)).toEqual(
      expect.arrayContaining([[], ['src_a'], ['src_b']]),
    );
    for (const item of items) {
      expect(item).toMatchObject({ workspaceId: 'ws_a', userId: 'u1', canceled: false });
      expect(item.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
  });

  it('shows a key as canceled only when no regulation covers it any more', async () => {
    const [first] = await create(['u1']);
    const [second] = await create(['u1'], ['src_a']);
    const [third] = await create(['u1']);
    const { token } = await page();

    await cancel(first!);
    expect((await page({ token })).items).toEqual([]);

    await cancel(third!);
    const lifted = await page({ token });
    expect(lifted.items).toMatchObject([{ userId: 'u1', canceled: true, sourceIds: [] }]);

    await cancel(second!);
    expect((await page({ token: lifted.token })).items).toMatchObject([
      { userId: 'u1', canceled: true, sourceIds: ['src_a'] },
    ]);
  });

  it.each([1, 2, 3, 7, 1000])(
    'is complete in pages of %i, all full except the last page',
    async (limit) => {
      const users = Array.from({ length: 14 }, (_, index) => `u${index}`);
      await create(users.slice(0, 7));
      await page({ limit: 2 });
      await create(users.slice(7));
      const pages = await walk(limit);
      expect(pages.flatMap(usersOf).sort()).toEqual([...users].sort());
      for (const { items } of pages.slice(0, -1)) expect(items).toHaveLength(limit);
      expect(new Set(pages.map(({ token }) => token)).size).toBeGreaterThanOrEqual(
        pages.length - 1,
      );
    },
  );

  it('moves a key that changes again to the end, and can repeat a page', async () => {
    const [id] = await create(['u1']);
    await page(); // a poll gives numbers to changes
    await create(['u2']);
    const start = await page({ limit: 1 });
    expect(usersOf(start)).toEqual(['u1']);
    await cancel(id!);
    for (let time = 0; time < 2; time += 1) {
      const rest = await page({ token: start.token });
      expect(rest.items).toMatchObject([{ userId: 'u2' }, { userId: 'u1', canceled: true }]);
    }
    // A client that lost its token but kept its users also gets canceled suppressions.
    expect((await page()).items).toMatchObject([
      { userId: 'u2' },
      { userId: 'u1', canceled: true },
    ]);
  });

  it('separates workspaces, and has the changes of all workspaces of a namespace', async () => {
    await create(['a1', 'a2']);
    await create(['b1'], undefined, 'ws_b');
    await create(['c1'], undefined, 'ws_c');
    expect(usersOf(await page({ of: ['ws_b'] }))).toEqual(['b1']);
    const both = await page({ of: ['ws_a', 'ws_c'] });
    expect(usersOf(both).sort()).toEqual(['a1', 'a2', 'c1']);
    expect((await page({ of: [] })).items).toEqual([]);
    expect((await page({ of: ['ws_nobody'] })).items).toEqual([]);
  });

  it('returns the changes of a namespace in the same sequence for different page sizes', async () => {
    for (let round = 0; round < 5; round += 1) {
      for (const workspaceId of ['ws_a', 'ws_b', 'ws_c']) {
        await create([`${workspaceId}_${round}`], undefined, workspaceId);
      }
      await page({ of: ['ws_a', 'ws_b', 'ws_c'] });
    }
    const of = ['ws_a', 'ws_b', 'ws_c'];
    const seen: string[] = [];
    let token: string | undefined;
    for (;;) {
      const next = await page({ of, limit: 4, ...(token === undefined ? {} : { token }) });
      seen.push(...usersOf(next));
      token = next.token;
      if (next.items.length < 4) break;
    }
    expect(seen).toHaveLength(15);
    expect(usersOf(await page({ of }))).toEqual(seen);
  });

  it('starts again when a namespace gets another workspace', async () => {
    await create(['b1'], undefined, 'ws_b');
    await page({ of: ['ws_b'] });
    await create(['a1']);
    const { token } = await page({ of: ['ws_a'] });
    expect(usersOf(await page({ of: ['ws_a', 'ws_b'], token })).sort()).toEqual(['a1', 'b1']);
  });

  it.each(['nonsense', 'A'.repeat(28), '', '%%%'])(
    'starts again with an invalid token: %s',
    async (token) => {
      const [id] = await create(['u1', 'u2']);
      await cancel(id!);
      expect((await page({ token })).items).toHaveLength(2);
    },
  );

  it('starts again when the database was replaced', async () => {
    await create(['u1']);
    const { token } = await page();
    expect((await page({ token })).items).toEqual([]);
    await service.database.query(`update regulation.generation set id = gen_random_uuid()`);
    expect(usersOf(await page({ token }))).toEqual(['u1']);
  });

  it('starts again after the operator has reported a restore', async () => {
    await create(['u1']);
    const { token } = await page();
    await startNewGeneration(service.database.query);
    expect(usersOf(await page({ token }))).toEqual(['u1']);
  });

  it('starts again when the database went back to a time before the token', async () => {
    await create(['u1', 'u2', 'u3']);
    const { token } = await page();
    await service.database.query(`delete from regulation.suppressions`);
    await service.database.query(`alter sequence regulation.suppression_changes restart`);
    await create(['u4']);
    expect(usersOf(await page({ token }))).toEqual(['u4']);
  });

  it('does not skip a change that commits late', async () => {
    const client = new pg.Client({ connectionString: service.url });
    await client.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into regulation.suppressions values ('ws_a', 'late', '*', 1, now(), now())`,
      );
      await create(['u1']);
      const first = await page();
      expect(usersOf(first)).toEqual(['u1']);
      await client.query('commit');
      expect(usersOf(await page({ token: first.token }))).toEqual(['late']);
    } finally {
      await client.end();
    }
  });

  describe('when another transaction has locked a changed key', () => {
    let client: pg.Client;

    beforeEach(async () => {
      await create(['held', 'free']);
      client = new pg.Client({ connectionString: service.url });
      await client.connect();
      await client.query('begin');
      await client.query(
        `update regulation.suppressions set active_count = 2 where user_id = 'held'`,
      );
    });

    afterEach(() => client.end());

    it('returns the committed state at once, and the key again when the change has a number', async () => {
      const first = await page();
      expect(usersOf(first)).toEqual(['free', 'held']);
      await client.query('commit');
      expect(usersOf(await page({ token: first.token }))).toEqual(['held']);
    });

    it('returns a new token with every page that has items', async () => {
      const first = await page();
      const second = await page({ token: first.token });
      expect(usersOf(second)).toEqual(['held']);
      expect(second.token).not.toBe(first.token);
      expect((await page({ token: second.token })).token).not.toBe(second.token);
    });

    it('neither fills a page with the key nor skips it', async () => {
      const pages = await walk(1);
      expect(pages.map(usersOf)).toEqual([['free'], []]);
      await client.query('rollback');
      expect(usersOf(await page({ token: pages.at(-1)!.token }))).toEqual(['held']);
    });
  });

  describe('with a token that a client made from a time', () => {
    const since = (time: string): string =>
      Buffer.from(JSON.stringify({ SyncStartTime: time, SyncSeqId: -1 })).toString('base64');

    const number = () => new ChangeNumbering(service.database.query).number(1000);

    const letTimePass = async (minutes: number): Promise<void> => {
      await service.database.query(
        `update regulation.change_marks set at = at - make_interval(mins => $1)`,
        [minutes],
      );
      await number();
    };

    it('starts from the beginning if the time is long ago', async () => {
      await create(['u1']);
      expect(usersOf(await page({ token: since(PAST) }))).toEqual(['u1']);
    });

    it.each([
      '0001-01-01T00:00:00+14:00',
      '9999-12-31T23:59:59.9-12:00',
      '-271821-04-20T00:00:00Z',
    ])('accepts an extreme time: %s', async (time) => {
      await create(['u1']);
      const answer = await page({ token: since(time) });
      expect(usersOf(await page({ token: answer.token }))).toEqual([]);
    });

    it('has the changes since that time, and of the minute before', async () => {
      await create(['old']);
      await number();
      await service.database.query(`delete from regulation.change_marks`);
      const [mark] = await service.database.query<{ at: Date }>(
        `insert into regulation.change_marks
         select now() - interval '10 minutes', last_value from regulation.suppression_changes
         returning at`,
      );
      await create(['new']);

      const markedAt = mark!.at.getTime();
      const at = (minutes: number) =>
        since(new Date(markedAt + (10 - minutes) * 60_000).toISOString());
      expect(usersOf(await page({ token: at(5) }))).toEqual(['new']);
      expect(usersOf(await page({ token: at(25) }))).toEqual(['old', 'new']);
      expect(usersOf(await page({ token: at(9.5) }))).toEqual(['old', 'new']);
      expect(usersOf(await page({ token: at(8.5) }))).toEqual(['new']);
    });

    it('continues with the tokens that the service returns', async () => {
      await create(['u1', 'u2', 'u3']);
      const first = await page({ token: since(PAST), limit: 2 });
      expect(usersOf(await page({ token: first.token, limit: 2 }))).toHaveLength(1);
    });

    it('does not return the same large change again and again', async () => {
      await create(['bulk']);
      await letTimePass(0);
      await letTimePass(2);
      await letTimePass(30);
      const now = new Date(Date.now() - 5 * 60_000).toISOString();
      expect((await page({ token: since(now) })).items).toEqual([]);
    });
  });
});

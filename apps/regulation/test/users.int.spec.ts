import type { CreateRegulationsDto } from '@lethe/api/regulations';
import { jest } from '@jest/globals';
import type { PersonDto } from '@lethe/api/users';

import { backfillIdentifierHashes } from '../src/record/backfill-identifier-hashes.js';
import { IdentifierHashes } from '../src/record/identifier-hashes.js';
import { RegulationEvents } from '../src/record/regulation-events.js';
import { settleStatuses } from '../src/record/statuses/settle-statuses.js';
import { DeletionService } from './deletion-service.js';
import { rowsReadBy } from './rows-read.js';
import { contextOf, suppress, TEST_KEY, testServiceOn } from './test-service.js';

let deletions: DeletionService;
beforeAll(async () => {
  deletions = await DeletionService.start();
  for (const id of ['dst_one', 'dst_two']) deletions.service.catalog.addWebhook(id);
});
afterAll(() => deletions.close());

const create = async (request: CreateRegulationsDto, workspaceId = 'ws_a'): Promise<string> => {
  const { records } = await deletions.service.commands.createRegulations({
    context: contextOf(workspaceId),
    ...request,
    wantRecords: true,
  });
  return records![0]!.id;
};

type Reference = Readonly<Partial<Record<'userId' | 'email' | 'phone', string>>>;

const lookUp = async (given: Reference, workspaceId = 'ws_a'): Promise<readonly PersonDto[]> =>
  (
    await deletions.service.commands.lookUpUser({
      ...{ context: contextOf(workspaceId), ...given },
    })
  ).people;

const unsuppress = (
  userId: string,
  allowedTypes: readonly ('suppress' | 'suppress_with_delete')[] = [
    'suppress',
    'suppress_with_delete',
  ],
) => deletions.service.commands.unsuppressUser({ context: contextOf(), userId, allowedTypes });

const refused = (code: string) => expect.objectContaining({ code }) as Error;

const TIME = expect.stringMatching(/^20.*Z$/) as string;

describe('a look-up', () => {
  it('has the sources of a suppression, their times and the regulations', async () => {
    const everywhere = await create({ ...suppress('known'), reason: 'asked for it' });
    const some = await create({ ...suppress('known'), sourceIds: ['src_b', 'src_a'] });
    const [person, ...others] = await lookUp({ userId: 'known' });
    expect(others).toEqual([]);
    const common = {
      ...{ regulationType: 'suppress', status: 'active', attributes: { userId: 'known' } },
      ...{ createdAt: TIME, createdBy: 'test token' },
    };
    expect(person).toEqual({
      userId: 'known',
      suppressed: {
        everywhereSince: TIME,
        sources: [
          { sourceId: 'src_a', since: TIME },
          { sourceId: 'src_b', since: TIME },
        ],
      },
      deletions: [],
      openDeletions: 0,
      regulations: [
        { ...common, id: some, sourceIds: ['src_b', 'src_a'] },
        { ...common, id: everywhere, reason: 'asked for it' },
      ],
    });
    await deletions.service.commands.cancelRegulation({
      context: contextOf(),
      id: everywhere,
      allowedTypes: ['suppress'],
    });
    const [later] = await lookUp({ userId: 'known' });
    expect(later?.suppressed.everywhereSince).toBeUndefined();
    expect(later?.regulations[1]).toMatchObject({ status: 'canceled', canceledBy: 'test token' });
  });

  it('finds no user of another workspace', async () => {
    await create({ ...suppress('mine'), users: [{ userId: 'mine', email: 'mine@example.com' }] });
    expect(await lookUp({ userId: 'mine' }, 'ws_b')).toEqual([]);
    expect(await lookUp({ email: 'mine@example.com' }, 'ws_b')).toEqual([]);
    expect(await lookUp({ userId: 'nobody' })).toEqual([]);
  });

  it('has the deletions by destination, and the number of open deletions', async () => {
    const [id] = await deletions.order(['dst_one', 'dst_two'], [{ userId: 'erased' }]);
    expect(await lookUp({ userId: 'erased' })).toMatchObject([
      {
        openDeletions: 2,
        deletions: [
          { destinationId: 'dst_one', status: 'pending', regulationId: id },
          { destinationId: 'dst_two', status: 'pending', regulationId: id },
        ],
        regulations: [{ id, status: 'deleting', destinationIds: ['dst_one', 'dst_two'] }],
      },
    ]);
    let count = 0;
    await deletions.attempt(() => {
      count += 1;
      return count === 1
        ? { status: 'complete', record: { method: 'test' } }
        : { status: 'aborted', reason: 'gone for good' };
    });
    await settleStatuses(deletions.database);
    const [person] = await lookUp({ userId: 'erased' });
    expect(person).toMatchObject({
      openDeletions: 0,
      regulations: [{ status: 'partially_deleted' }],
    });
    expect(person?.deletions.map(({ status }) => status).sort()).toEqual(['aborted', 'complete']);
  });

  it('ends a response that becomes too large, and says that there is more', async () => {
    const large = (userId: string) => ({
      ...{ userId, email: 'many@example.com' },
      ...Object.fromEntries(Array.from({ length: 19 }, (_, n) => [`x${n}`, 'x'.repeat(2_000)])),
    });
    const userIds = ['m-1', 'm-2', 'm-3', 'm-4'];
    for (const userId of userIds) {
      const users = Array.from({ length: 40 }, (_, n) => ({ ...large(userId), n }));
      await create({ regulationType: 'suppress', users });
    }
    const { people, more } = await deletions.service.commands.lookUpUser({
      ...{ context: contextOf(), email: 'many@example.com' },
    });
    expect(more).toBe(true);
    expect(people.length).toBeLessThan(userIds.length);
    expect(people[0]?.regulations.length).toBeLessThan(40);
    expect(people[0]?.nextCursor).toBeDefined();
    expect(JSON.stringify(people).length).toBeLessThan(3 * 1024 * 1024);
  });

  it('lists regulations page by page, without repeats and gaps', async () => {
    const users = Array.from({ length: 120 }, (_, n) => ({ userId: 'often', n }));
    await create({ regulationType: 'suppress', users });
    const seen: string[] = [];
    let afterCursor: string | undefined;
    do {
      const { people } = await deletions.service.commands.lookUpUser({
        ...{ context: contextOf(), userId: 'often' },
        ...(afterCursor === undefined ? {} : { afterCursor }),
      });
      seen.push(...people[0]!.regulations.map(({ id }) => id));
      afterCursor = people[0]!.nextCursor;
    } while (afterCursor !== undefined);
    expect(seen).toEqual([...seen].sort().reverse());
    expect(new Set(seen).size).toBe(120);
  });
});

describe('a look-up by e-mail address or phone number', () => {
  it('finds users by any notation of the address or number', async () => {
    await create({
      regulationType: 'suppress',
      users: [
        { userId: 'a-1', email: 'Alice@Example.com', phone: '+49 (170) 123-45' },
        { userId: 'a-2', email: 'alice@example.com ' },
        { userId: 'a-3', phone: 'no number' },
        { userId: 'a-4', email: 'b\u200bob@example.com', phone: '+44 (0)20 7946 0958 ext. 12' },
      ],
    });
    const found = async (given: Reference) =>
      (await lookUp(given)).map(({ userId }) => userId).sort();
    expect(await found({ email: 'ALICE@example.COM' })).toEqual(['a-1', 'a-2']);
    expect(await found({ phone: '+4917012345' })).toEqual(['a-1']);
    for (const phone of [
      '0044 20 7946 0958',
      '＋４４ ２０ ７９４６ ０９５８',
      '+44 (0) 20/7946.0958',
    ]) {
      expect(await found({ phone })).toEqual(['a-4']);
    }
    expect(await found({ email: 'BOB@example.com' })).toEqual(['a-4']);
    expect(await found({ email: `${'\u200b'.repeat(600)}bob@example.com\u00a0` })).toEqual(['a-4']);
    // If Lethe kept the digits of extensions, numbers of different users would be equal.
    const others = ['+44020794609 5812', '＋４４ ２０ ７９４６ ０９５８ ext. 3', '+44-3'];
    await create({
      regulationType: 'suppress',
      users: others.map((phone, n) => ({ userId: `other-${String(n)}`, phone })),
    });
    expect(await found({ phone: '+44 (0)20 7946 0958 ext. 12' })).toEqual(['a-4', 'other-1']);
    expect(await found({ phone: '＋４４ ２０ ７９４６ ０９５８ ext. +443' })).toEqual([
      'a-4',
      'other-1',
    ]);
    expect(await found({ phone: 'no number' })).toEqual([]);
    expect(await found({ phone: 'alice@example.com' })).toEqual([]);
  });

  it('uses only hashes that depend on the key and the workspace', async () => {
    const [row] = await deletions.database.query<{ email_hash: Buffer }>(
      `select email_hash from regulation.regulations where user_id = 'a-1'`,
    );
    expect(row?.email_hash).toHaveLength(16);
    const other = new IdentifierHashes([Buffer.alloc(32, 1)]);
    expect(other.toStore('ws_a', 'email', 'alice@example.com')).not.toEqual(row?.email_hash);
    const same = new IdentifierHashes([TEST_KEY]);
    expect(same.toStore('ws_b', 'email', 'alice@example.com')).not.toEqual(row?.email_hash);
    expect(same.toStore('ws_a', 'email', 'alice@example.com')).toEqual(row?.email_hash);
  });

  it('finds users that were stored without a key, or with an older key', async () => {
    const before = await testServiceOn(deletions.service.url, { identifierKeys: [] });
    const old = Buffer.alloc(32, 3);
    const rotated = await testServiceOn(deletions.service.url, {
      identifierKeys: [Buffer.alloc(32, 4), old],
    });
    try {
      const users = [{ userId: 'early', email: 'early@example.com', phone: '---' }];
      const context = contextOf();
      await before.commands.createRegulations({
        ...{ context, regulationType: 'suppress', users, wantRecords: false },
      });
      await expect(
        before.commands.lookUpUser({
          context,
          email: 'early@example.com',
        }),
      ).rejects.toEqual(refused('invalid_request'));
      expect(await backfillIdentifierHashes(before.database, new IdentifierHashes([]))).toBe(0);
      expect(await backfillIdentifierHashes(before.database, new IdentifierHashes([old]))).toBe(1);
      expect(await backfillIdentifierHashes(before.database, new IdentifierHashes([old]))).toBe(0);
      const { people } = await rotated.commands.lookUpUser({
        ...{ context, email: 'early@example.com' },
      });
      expect(people.map(({ userId }) => userId)).toEqual(['early']);
    } finally {
      await before.close();
      await rotated.close();
    }
  });

  it('finds no user with purged identifiers', async () => {
    await deletions.order(['dst_one'], [{ userId: 'gone', email: 'gone@example.com' }]);
    await deletions.attempt(() => ({ status: 'complete', record: { method: 'test' } }));
    await settleStatuses(deletions.database);
    expect(await lookUp({ email: 'gone@example.com' })).toHaveLength(1);
    await deletions.database.query(
      `update regulation.regulations set done_at = done_at - interval '1 minute' where user_id = 'gone'`,
    );
    await deletions.service.purge(0);
    expect(await lookUp({ email: 'gone@example.com' })).toEqual([]);
    expect(await lookUp({ userId: 'gone' })).toHaveLength(1);
    expect(
      await backfillIdentifierHashes(deletions.database, new IdentifierHashes([TEST_KEY])),
    ).toBe(0);
  });
});

describe('a search', () => {
  const search = async (prefix: string, after?: string, limit = 3) => {
    const found = await deletions.service.commands.searchUsers({
      ...{ context: contextOf('ws_s'), prefix, limit },
      ...(after === undefined ? {} : { after }),
    });
    return { ...found, people: found.people.map(({ userId }) => userId) };
  };
  const IDS = ['s%', 's', 's_1', 'S-1', 's-1', 's-2', 's-10', 'sé', 't-1', 's😀', 's-1'];

  beforeAll(() => create(suppress(...IDS), 'ws_s'));

  it('finds user ids by their first characters, each id once, sorted by bytes', async () => {
    const wanted = [...new Set(IDS)]
      .filter((id) => id.startsWith('s'))
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const seen: string[] = [];
    let page = await search('s');
    seen.push(...page.people);
    while (page.more) {
      page = await search('s', seen.at(-1));
      seen.push(...page.people);
    }
    expect(seen).toEqual(wanted);
    expect(await search('s-1')).toEqual({ people: ['s-1', 's-10'], more: false });
    expect(await search('s%')).toEqual({ people: ['s%'], more: false });
    expect(await search('s_')).toEqual({ people: ['s_1'], more: false });
    expect(await search('u')).toEqual({ people: [], more: false });
    expect(await search('s\u200b-1')).toEqual({ people: ['s-1', 's-10'], more: false });
    expect(await search('s-1', 's\u200b-1')).toEqual({ people: ['s-10'], more: false });
  });

  it('shows whether a user is suppressed now, and finds only users of one workspace', async () => {
    const [person] = await lookUp({ userId: 't-1' }, 'ws_s');
    await deletions.service.commands.cancelRegulation({
      ...{ context: contextOf('ws_s'), id: person!.regulations[0]!.id },
      allowedTypes: ['suppress'],
    });
    const searchIn = (workspaceId: string) =>
      deletions.service.commands.searchUsers({
        ...{ context: contextOf(workspaceId), prefix: 't-1', limit: 10 },
      });
    expect((await searchIn('ws_s')).people).toEqual([{ userId: 't-1', suppressed: false }]);
    expect((await searchIn('ws_a')).people).toEqual([]);
  });
});

describe('unsuppressUser', () => {
  const active = async (userId: string) =>
    deletions.database.query(
      `select source_id, active_count from regulation.suppressions
        where workspace_id = 'ws_a' and user_id = $1 and active_count > 0`,
      [userId],
    );

  it('cancels all regulations that suppress a user, and publishes each cancel', async () => {
    await create(suppress('back'));
    await create(suppress('back'));
    await create({ ...suppress('back'), sourceIds: ['src_a', 'src_b'] });
    await create({ ...suppress('back'), sourceIds: ['src_a'] });
    await create(suppress('back'), 'ws_b');
    const wakes = deletions.service.wakes();
    expect(await unsuppress('back')).toEqual({ canceled: 4 });
    expect(deletions.service.wakes()).toBe(wakes + 1);
    expect(await active('back')).toEqual([]);
    const [person] = await lookUp({ userId: 'back' });
    expect(person?.suppressed).toEqual({ sources: [] });
    const ids = person!.regulations.map(({ id }) => id);
    const facts = await deletions.database.query(
      `select key from regulation.outbox where key = any($1) and data::jsonb ->> 'fact' = 'canceled'`,
      [ids],
    );
    expect(facts).toHaveLength(4);
    expect(await unsuppress('back')).toEqual({ canceled: 0 });
    expect(await lookUp({ userId: 'back' }, 'ws_b')).toMatchObject([
      { suppressed: { everywhereSince: TIME } },
    ]);
  });

  it('cancels at most 1,000 regulations in one turn of the event loop', async () => {
    // oxlint-disable-next-line typescript/unbound-method -- it is applied to the events below
    const { canceled } = RegulationEvents.prototype;
    const users = Array.from({ length: 2_500 }, (_none, n) => ({ userId: 'of many', n }));
    await create({ ...suppress('of many'), users });
    let [inTurn, most] = [0, 0];
    const spy = jest.spyOn(RegulationEvents.prototype, 'canceled').mockImplementation(function (
      this: RegulationEvents,
      ...given
    ) {
      if (inTurn === 0) setImmediate(() => (inTurn = 0));
      inTurn += 1;
      most = Math.max(most, inTurn);
      return canceled.apply(this, given);
    });
    try {
      expect(await unsuppress('of many')).toEqual({ canceled: 2_500 });
    } finally {
      spy.mockRestore();
    }
    expect(most).toBe(1_000);
  });

  it('is refused while an accepted deletion is open, although its regulation was canceled', async () => {
    const [id = ''] = await deletions.order(['dst_one'], [{ userId: 'accepted' }]);
    await deletions.attempt(() => ({ status: 'accepted', statusUrl: 'https://example.com/1' }));
    const context = contextOf();
    const allowedTypes = ['suppress_with_delete'] as const;
    await deletions.service.commands.cancelRegulation({ context, id, allowedTypes });
    await create(suppress('accepted'));
    expect(await lookUp({ userId: 'accepted' })).toMatchObject([{ openDeletions: 1 }]);
    await expect(unsuppress('accepted')).rejects.toEqual(refused('conflict'));
    await deletions.passDelays();
    await deletions.attempt(() => ({ status: 'complete', record: { method: 'test' } }));
    expect(await unsuppress('accepted')).toEqual({ canceled: 1 });
  });

  it('is refused while deletions are open, even deletions of the type delete', async () => {
    const [id] = await deletions.order(['dst_one'], [{ userId: 'busy' }]);
    await expect(unsuppress('busy')).rejects.toEqual(refused('conflict'));
    expect(await active('busy')).toHaveLength(1);
    await deletions.attempt(() => ({ status: 'complete', record: { method: 'test' } }));
    await create({
      ...{ regulationType: 'delete', destinationIds: ['dst_two'], users: [{ userId: 'busy' }] },
    });
    await expect(unsuppress('busy')).rejects.toEqual(refused('conflict'));
    await deletions.attempt(() => ({ status: 'aborted', reason: 'test' }));
    expect(await unsuppress('busy')).toEqual({ canceled: 1 });
    const [row] = await deletions.database.query<{ done_at: Date | null }>(
      'select done_at from regulation.regulations where id = $1',
      [id],
    );
    expect(row?.done_at).toBeInstanceOf(Date);
  });

  it('needs the scopes for all regulations that it cancels, or cancels none', async () => {
    await create(suppress('mixed'));
    await deletions.order(['dst_one'], [{ userId: 'mixed' }]);
    await expect(unsuppress('mixed', ['suppress'])).rejects.toEqual(refused('insufficient_scope'));
    expect(await active('mixed')).toMatchObject([{ active_count: 2 }]);
    await deletions.attempt(() => ({ status: 'complete', record: { method: 'test' } }));
  });

  it('never counts a cancel twice for concurrent requests', async () => {
    await create({ ...suppress('raced'), sourceIds: ['src_a', 'src_c'] });
    await create(suppress('raced'));
    const ids = (await lookUp({ userId: 'raced' }))[0]!.regulations.map(({ id }) => id);
    const results = await Promise.all([
      ...Array.from({ length: 5 }, () => unsuppress('raced')),
      ...ids.map(async (id) => {
        await deletions.service.commands.cancelRegulation({
          ...{ context: contextOf(), id, allowedTypes: ['suppress'] },
        });
        return { canceled: 0 };
      }),
    ]);
    expect(Math.max(...results.map(({ canceled }) => canceled))).toBeLessThanOrEqual(2);
    const counts = await deletions.database.query<{ active_count: number }>(
      `select active_count from regulation.suppressions where user_id = 'raced'`,
    );
    expect(counts.map((row) => row.active_count)).toEqual([0, 0, 0]);
  });
});

// This test comes last, because the other tests carry out all open deletions.
describe('a user with very many deletions', () => {
  it('is shown with the newest deletions, and with a note that there can be more', async () => {
    deletions.service.catalog.addWebhook('dst_first');
    const order = (userId: string, destinationIds: readonly string[], count: number) =>
      deletions.service.commands.createRegulations({
        ...{ context: contextOf(), wantRecords: false },
        ...{
          ...{ regulationType: 'delete', destinationIds },
          users: Array.from({ length: count }, (_, n) => ({ userId, n })),
        },
      });
    const rowsReadFor = (userId: string, destinations: readonly string[]) =>
      rowsReadBy(deletions.database, async () => {
        const [person] = await lookUp({ userId });
        expect(person).toMatchObject({
          openDeletions: 10_000,
          deletions: destinations.map((destinationId) => ({ destinationId })),
          moreDeletions: true,
        });
      });
    await order('flooded', ['dst_first'], 100);
    await order('flooded', ['dst_one', 'dst_two'], 10_000);
    const rows = await rowsReadFor('flooded', ['dst_one', 'dst_two']);
    await order('flooded', ['dst_one'], 10_000);
    // Depending on its plan, PostgreSQL reads the regulations once or twice. Reading all
    // regulations and deletions would take four times as many rows.
    expect(await rowsReadFor('flooded', ['dst_one'])).toBeLessThan(1.8 * rows);
  });
});

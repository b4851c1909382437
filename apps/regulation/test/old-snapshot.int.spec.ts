import type { RunQuery } from '@lethe/database';
import { waitFor } from '@lethe/testing';
import pg from 'pg';
import { markPublishedInProcess, readPosition } from '../src/relay/position/relay-position.js';
import { SuppressionFeed } from '../src/suppressions/feed/suppression-feed.js';
import { SuppressionSource } from '../src/relay/sources/suppression-source.js';
import { contextOf, newTestService, suppress, type TestService } from './test-service.js';

const ROUNDS = 40;
const USERS = 250;
/**
 * Maximum number of pages that a read takes. The numbered rows alone fill more than a hundred
 * pages.
 */
const FEW_PAGES = 90;

interface Plan {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: { readonly 'Shared Hit Blocks': number } }];
}

describe('with an open old snapshot', () => {
  let service: TestService;
  let here: string;
  let backup: pg.Client;
  /** Pages that were read since the last reset. */
  let pages = 0;
  let users = 0;

  const query: RunQuery = (sql, parameters) => service.database.query(sql, parameters);
  const counted: RunQuery = async (sql, parameters) => {
    const rows = await query(sql, parameters);
    const [plan] = await query<Plan>(`explain (analyze, buffers, format json) ${sql}`, parameters);
    pages += plan!['QUERY PLAN'][0].Plan['Shared Hit Blocks'];
    return rows as never;
  };
  const create = (count: number, workspaceId = 'ws_a') =>
    service.commands.createRegulations({
      context: contextOf(workspaceId),
      ...suppress(...Array.from({ length: count }, () => `user-${(users += 1)}`)),
      wantRecords: false,
    });

  beforeEach(async () => {
    service = await newTestService();
    await markPublishedInProcess(query);
    ({ database: here } = await readPosition(query));
    backup = new pg.Client({ connectionString: service.url });
    await backup.connect();
    await backup.query('begin isolation level repeatable read; select 1');
  });
  afterEach(async () => {
    await backup.end();
    await service.close();
  });

  /** Creates many changes, in rounds. `take` processes the changes of each round. */
  async function changeMuch(take: () => Promise<unknown>): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      await create(USERS);
      await take();
    }
  }

  const takeWith = (run: RunQuery) => {
    const cursor = new SuppressionSource(run, 'test.').open(here);
    return async (): Promise<number> => {
      const batch = await cursor.take(1_000);
      await batch?.published(new Map());
      return batch?.records.length ?? 0;
    };
  };
  const pollWith = (run: RunQuery, workspaceIds = ['ws_a']) => {
    const feed = new SuppressionFeed(run);
    let token: string | undefined;
    return async (): Promise<number> => {
      const request = {
        context: { requestId: 'test', deadline: Date.now() + 600_000, workspaceIds },
        limit: 1_000,
      };
      const page = await feed.page({ ...request, ...(token === undefined ? {} : { token }) });
      token = page.token;
      return page.items.length;
    };
  };

  /**
   * Waits until a read takes few pages. It retries, because transactions in other databases of the
   * server can also keep the floor low.
   */
  const reachesFewPages = (read: () => Promise<number>, workspaceId?: string) =>
    waitFor(
      async () => {
        await create(1, workspaceId);
        pages = 0;
        expect(await read()).toBe(1);
        return pages < FEW_PAGES;
      },
      { message: () => `fewer pages than ${pages}` },
    );

  it('the relay does not read rows that it has numbered', async () => {
    const take = takeWith(counted);
    await changeMuch(take);
    await reachesFewPages(take);
    await reachesFewPages(take, 'ws_b');
  });

  it('a new relay reads numbered rows once, and not again', async () => {
    await changeMuch(takeWith(query));
    const take = takeWith(counted);
    await reachesFewPages(take);
  });

  it('a poll does not read rows that it has numbered, with or without changes', async () => {
    const poll = pollWith(counted);
    await changeMuch(poll);
    await reachesFewPages(poll);
    pages = 0;
    expect(await poll()).toBe(0);
    expect(pages).toBeLessThan(FEW_PAGES);
  });

  it('the relay does not read rows that polls have numbered', async () => {
    const take = takeWith(counted);
    await changeMuch(pollWith(query));
    while ((await take()) > 0);
    await reachesFewPages(take);
  });
});

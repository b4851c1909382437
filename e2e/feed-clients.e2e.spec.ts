import { randomInt } from 'node:crypto';
import { Random } from '@lethe/testing';
import { FeedClient } from './feed/feed-client.js';
import { HABITS } from './feed/habits.js';
import { Ledger } from './feed/ledger.js';
import { MemoryFeed, type Flaw } from './feed/memory-feed.js';
import { runHistory, type Polling } from './feed/run-history.js';
import { parsePage } from './feed/suppression-page.js';
import { Writers } from './feed/writers.js';

const SEED = randomInt(2 ** 31);
/**
 * Maximum number of histories until a flaw shows. One history is not enough: in one of 60
 * histories, nothing had changed when clients sent invalid tokens.
 */
const HISTORIES = 10;
const PAGE_SIZES = [2, 50];
const FLAWS: readonly Flaw[] = [
  'lifts keys that another regulation covers',
  'omits tombstones',
  'assigns numbers before the commit',
  'ends before the last page',
  'skips a change',
  'returns old states',
  'treats an invalid token as the end',
  'treats an invented token as the end',
  'answers from a cache',
  'always returns the first token',
];

/** Tests the test clients of the feed, with a feed that is correct or has a known flaw. */
describe(`clients of the feed (seed ${SEED})`, () => {
  it('accept a correct feed', async () => {
    expect(await problemsWith(undefined, SEED)).toEqual([]);
  });

  it.each(FLAWS)('notice a feed that %s', async (flaw) => {
    let problems: string[] = [];
    for (let n = 0; problems.length === 0 && n < HISTORIES; n += 1) {
      problems = await problemsWith(flaw, SEED + n);
    }
    expect(problems).not.toEqual([]);
  });

  it.each([
    ['userId', ''],
    ['userId', 12],
    ['userId', undefined],
    ['canceled', 'true'],
    ['sourceIds', null],
    ['sourceIds', 'web'],
    ['createdAt', ''],
    ['createdAt', '2026-01-02 03:04:05Z'],
    ['createdAt', '2026-01-02T03:04:05'],
    ['createdAt', '2026-13-02T03:04:05Z'],
  ])('fail when %s is %j', (member, value) => {
    const items = [{ ...ITEM, [member]: value }];
    expect(() => parsePage(JSON.stringify({ items, token: 't' }), { pageSize: 1 })).toThrow(
      `items[0].${member}`,
    );
  });

  it.each([[''], [7], [undefined], ['with space'], ['a+b']])(
    'fail when the token is %j',
    (token) => {
      const text = JSON.stringify({ items: [ITEM], token });
      expect(() => parsePage(text, { pageSize: 1 })).toThrow('token');
    },
  );
});

const ITEM = {
  workspaceId: 'ws',
  userId: 'user',
  canceled: false,
  createdAt: '2026-01-02T03:04:05.123456789+05:45',
  sourceIds: [],
};

async function problemsWith(flaw: Flaw | undefined, seed: number): Promise<string[]> {
  const random = new Random(seed);
  const feed = new MemoryFeed(random, flaw);
  const ledger = new Ledger();
  const writers = new Writers([feed], ledger, random);
  const habits = Object.keys(HABITS) as (keyof typeof HABITS)[];
  const clients = habits.flatMap((habit) =>
    PAGE_SIZES.map((pageSize): Polling => {
      const name = `a client of pages of ${pageSize} that ${habit}`;
      const workspaces = [feed.workspaceId];
      return {
        client: new FeedClient({ name, transport: feed, pageSize, workspaces, ledger }),
        habit,
      };
    }),
  );
  return runHistory({ writers, clients, random, callers: 6, steps: 60 });
}

import type { Random } from '@lethe/testing';
import { inventedToken, type FeedClient } from './feed-client.js';

/** How a client starts its next round. */
export type Habit = (client: FeedClient, random: Random) => Promise<void>;

/** Ways in which real clients behave. The feed must handle each. */
export const HABITS = {
  'continues normally': (client) => client.catchUp(),

  'dies before it applies a page': (client, random) => dying(client, random, 'before applying'),

  'dies before it keeps the token': (client, random) =>
    dying(client, random, 'before keeping the token'),

  'continues with an older token': (client, random) => {
    if (client.tokens.length > 0 && random.chance(0.3)) client.token = random.pick(client.tokens);
    return client.catchUp();
  },

  'loses its keys and its token': (client, random) => {
    if (random.chance(0.2)) client.reset();
    return client.catchUp();
  },

  'loses its token and sends an invalid one': (client, random) => {
    if (random.chance(0.2)) client.token = random.pick(INVALID_TOKENS);
    return client.catchUp();
  },

  'invents its token': async (client) => {
    // Requests the changes since its last round began. In the first round, requests all changes
    // since 1970.
    const since = roundsBegan.get(client) ?? new Date(0);
    roundsBegan.set(client, new Date());
    client.token = inventedToken(since.toISOString());
    await client.catchUp();
  },
} satisfies Record<string, Habit>;

const roundsBegan = new WeakMap<FeedClient, Date>();

const CRASHING = 0.2;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

export const INVALID_TOKENS: readonly string[] = [
  'garbage',
  '0',
  'null',
  ' ',
  '%',
  '\u{1f4a9}',
  '../..',
  base64('{}'),
  base64('null'),
  base64('[1,2]'),
  base64('not json'),
  base64('{"SyncStartTime":"yesterday","SyncSeqId":-1}'),
  base64('{"SyncStartTime":12,"SyncSeqId":-1}'),
  base64('{"SyncSeqId":99999999999999999999}'),
  'A'.repeat(2_000),
];

async function dying(
  client: FeedClient,
  random: Random,
  when: 'before applying' | 'before keeping the token',
): Promise<void> {
  while (await client.poll(random.chance(CRASHING) ? when : undefined));
}

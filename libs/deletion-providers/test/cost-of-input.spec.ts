import { fileURLToPath } from 'node:url';
import {
  casesOf,
  costEntry as cost,
  exportsOf,
  growthOfCost,
  listOf as list,
  MOST_GROWTH,
  type CostTable,
} from '@lethe/testing';
import { keyPattern } from '../src/shared/key-pattern.js';
import { createDeletionProviders } from '../src/create-deletion-providers.js';
import { readKafkaConfig } from '../src/kafka/kafka-config.js';
import { idTypeOf } from '../src/postgres/id-type.js';
import { RespReplies } from '../src/redis/resp-replies.js';
import { readRefused } from '../src/webhook/read-refused.js';
import { S3 } from './cost-of-input/s3.js';

const users = (size: number) =>
  list(size, (n) => ({ regulationId: `r${n}`, identifiers: { userId: `user-${n}` } }));
const refusing = (size: number, key: 'userId' | 'regulationId', of: string) => {
  const refused = list(size, (n) => ({ [key]: `${of}${n}`, reason: 'no' }));
  const body = Buffer.from(JSON.stringify({ refused }));
  return { answer: { body, truncated: false, headers: {} }, users: users(size) };
};
const sameUser = (size: number) => ({
  answer: {
    body: Buffer.from(JSON.stringify({ refused: list(size, () => ({ userId: 'user-0' })) })),
    ...{ truncated: false, headers: {} },
  },
  users: users(size),
});

/**
 * What each provider does, in this process, with rows, objects and answers that others made: by the name of its type. A new provider gets its entry here. What
 * a server does with a statement is bounded by ids and time instead.
 */
const TABLE: CostTable = {
  KAFKA: [
    cost(
      (size) => ({
        brokers: list(size, (n) => `b${n}:9092`).join(),
        topic: 't',
        keyPattern: '<userId>',
      }),
      (config) => {
        try {
          readKafkaConfig(config);
        } catch {
          // refused
        }
      },
    ),
    cost(
      (size) => 'u'.repeat(size),
      (userId) => keyPattern('user:<userId>')(userId),
    ),
  ],
  POSTGRES: list(3, (n) =>
    cost(
      (size) => list(size, (at) => ['1', '-0.0e0', 'ü'][n]!.repeat(10) + String(at)),
      (ids) => ids.filter((id) => idTypeOf(['bigint', 'uuid', 'text'][n]!, true)?.canHold(id)),
    ),
  ),
  REDIS: [
    cost(
      (size) => Buffer.from(':1\r\n'.repeat(size)),
      (chunk) => new RespReplies().read(chunk),
    ),
    cost(
      (size) => list(size, () => Buffer.from(':1\r\n-MOVED 1 a:1\r')),
      (chunks) => {
        const replies = new RespReplies();
        for (const chunk of chunks) replies.read(Buffer.concat([chunk, Buffer.from('\n')]));
      },
    ),
  ],
  S3: Object.values(S3).flatMap((entries) => (typeof entries === 'string' ? [] : entries)),
  // As many users as a call may have, and twice as many as any has.
  WEBHOOK: [
    cost(
      (size) => refusing(size, 'userId', 'user-'),
      (input) => readRefused(input.answer, input.users),
    ),
    cost(
      (size) => refusing(size, 'regulationId', 'r'),
      (input) => readRefused(input.answer, input.users),
    ),
    cost(sameUser, (input) => readRefused(input.answer, input.users)),
  ].map((entry) => ({ ...entry, most: 20_000 })),
};

/** Of S3, all that reads what others wrote: rows, files, keys, and answers that say nothing certain. */
const READS_OF_S3 =
  /^s3\/(?:lines|parquet)\/|^s3\/(?:json-lines|pass-progress|table-signs|unpack|user-set)\.ts$/;
/** What makes something of our own. */
const OF_OURS =
  /^(?:beginAgain|beginVersionsAnew|look|mostUnpackedBytes|newProgress|noRows|passOf)$/;

it('has an entry for each provider, and for each reader of objects', () => {
  expect(Object.keys(TABLE).sort()).toEqual(Object.keys(createDeletionProviders()).sort());
  const found = exportsOf(fileURLToPath(new URL('../src', import.meta.url)))
    .filter(({ file, name }) => READS_OF_S3.test(file) && !OF_OURS.test(name))
    .map(({ name }) => name);
  expect(Object.keys(S3).sort()).toEqual([...new Set(found)].sort());
});

describe('rows, objects and answers of double the size cost twice as much', () => {
  const cases = [...casesOf({ ...TABLE, S3: [] }), ...casesOf(S3)];
  it.each(cases)('%s, input %i', async (_name, _index, entry) => {
    expect(await growthOfCost(entry)).toBeLessThanOrEqual(MOST_GROWTH);
  });
});

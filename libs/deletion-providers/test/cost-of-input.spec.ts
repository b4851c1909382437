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
import { readFound } from '../src/webhook/read-found.js';
import { readRefused } from '../src/webhook/read-refused.js';
import { S3 } from './cost-of-input/s3.js';

const users = (size: number) =>
  list(size, (n) => ({ regulationId: `r${n}`, identifiers: { userId: `user-${n}` } }));
const refusing = (size: number, key: 'userId' | 'regulationId', prefix: string) => {
  const refused = list(size, (n) => ({ [key]: `${prefix}${n}`, reason: 'no' }));
  const body = Buffer.from(JSON.stringify({ refused }));
  return { answer: { body, truncated: false, headers: {} }, users: users(size) };
};
const finding = (size: number) => {
  const found = list(size, (n) => ({ userId: `user-${n}`, count: 1 }));
  const body = Buffer.from(JSON.stringify({ found, unknown: found }));
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
 * Inputs from other systems, by provider. The test measures their cost in this process. A new
 * provider needs an entry. The test does not measure the work of a database server, because the
 * number of ids and a timeout limit this work.
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
          // The reader may refuse the configuration.
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
  // 20,000 users are enough, because a call has at most 1,000 users.
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
    cost(finding, (input) => readFound(input.answer, input.users)),
  ].map((entry) => ({ ...entry, most: 20_000 })),
};

/** Files of the S3 deletion that read rows, keys or other input from a bucket. */
const READS_OF_S3 =
  /^s3\/(?:lines|parquet)\/|^s3\/(?:pass-progress|table-signs|unpack|user-set)\.ts$/;
/** Exports of the files in `READS_OF_S3` that read no input. */
const NO_READER =
  /^(?:beginAgain|restartVersions|peekHead|mostUnpackedBytes|newProgress|noRows|passOf)$/;

it('has a cost entry for each provider and for each reader of objects', () => {
  expect(Object.keys(TABLE).sort()).toEqual(Object.keys(createDeletionProviders()).sort());
  const found = exportsOf(fileURLToPath(new URL('../src', import.meta.url)))
    .filter(({ file, name }) => READS_OF_S3.test(file) && !NO_READER.test(name))
    .map(({ name }) => name);
  expect(Object.keys(S3).sort()).toEqual([...new Set(found)].sort());
});

describe('the cost of rows, objects and answers', () => {
  const cases = [...casesOf({ ...TABLE, S3: [] }), ...casesOf(S3)];
  it.each(cases)('is in proportion to their size: %s, input %i', async (_name, _index, entry) => {
    expect(await growthOfCost(entry)).toBeLessThanOrEqual(MOST_GROWTH);
  });
});

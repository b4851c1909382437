import { RowJudge } from '../../src/s3/lines/row-judge.js';
import { UserSet } from '../../src/s3/user-set.js';
import { cost, list, type CostEntry } from './entries.js';

const users = new UserSet([...list(1_000, (n) => `user-${n}`), '|'.repeat(60), '100000']);

const judged = (make: (size: number) => string): CostEntry =>
  cost(
    (size) => Buffer.from(make(size)),
    (row) => new RowJudge(users, 'userId').judge(row),
  );

/** Rows of objects; what they cost in steps is in row-judge.spec.ts. */
export const S3: readonly CostEntry[] = [
  judged((size) => {
    const text = JSON.stringify(JSON.stringify({ userId: 'x' }).repeat(size));
    return `{"userId":"a","t":${text},"userId":"b"}`;
  }),
  judged((size) => '['.repeat(size)),
  judged((size) => '\\'.repeat(size)),
  judged((size) => `\\u005c${'u005c'.repeat(size)}`),
  judged((size) => '1e5 '.repeat(size)),
  judged((size) => `{"userId":1${'0'.repeat(size)}}`),
  judged((size) => 'user-1|user-'.repeat(size)),
  cost(
    (size) => list(size, (n) => `${n}.0e${n}`),
    (ids) => ids.filter((id) => new UserSet(['1']).withValueOf(id).length > 0),
  ),
];

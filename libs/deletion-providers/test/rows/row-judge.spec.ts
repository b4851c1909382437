import { Random, usualOrLong } from '@lethe/testing';
import { RowJudge } from '../../src/s3/lines/row-judge.js';
import { UserSet } from '../../src/s3/user-set.js';
import { parseExactly } from './exact-json.js';
import { makeRow } from './make-row.js';
import { judgeSlowly } from './slow-judge.js';

describe('random rows', () => {
  it('get the same verdict from RowJudge as from a slow reference implementation', () => {
    const seed = Number(process.env.LETHE_TEST_SEED ?? Date.now() % 2 ** 31);
    const random = new Random(seed);
    const seen: Record<string, number> = {};
    const rows = usualOrLong(100_000, 2_000_000);
    for (let count = 0; count < rows; count += 1) {
      const { row, field, users } = makeRow(random);
      const { is, doubted } = new RowJudge(new UserSet(users), field).judge(Buffer.from(row));
      const got = [is, ...[...doubted].sort()].join(' ');
      const expected = judgeSlowly(row, [...new Set(users)], field);
      if (got !== expected) expect({ seed, count, row, field, users, got }).toEqual({ expected });
      seen[is] = (seen[is] ?? 0) + 1;
    }
    console.log(`seed ${seed}: ${rows} rows, ${JSON.stringify(seen)}`);
    for (const is of ['blank', 'kept', 'removed', 'doubt']) {
      expect(seen[is] ?? 0).toBeGreaterThan(rows / 1_000);
    }
  });

  it('are valid JSON for the reference implementation exactly if JSON.parse accepts them', () => {
    const random = new Random(1);
    for (let count = 0; count < 2_000; count += 1) {
      const { row } = makeRow(random);
      let isJson = true;
      try {
        JSON.parse(row);
      } catch {
        isJson = false;
      }
      expect(parseExactly(row) !== undefined).toBe(isJson);
    }
  });
});

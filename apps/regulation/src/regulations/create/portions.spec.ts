import { normaliseUserId } from '@lethe/contracts';
import fc from 'fast-check';
import { portionsOf } from './portions.js';

const entriesOf = (userIds: readonly string[], more: object = {}) =>
  userIds.map((userId, n) => ({ id: String(n), attributes: { userId, ...more } }));

const idsOf = async (userIds: readonly string[], more?: object) => {
  const portions = await portionsOf({ entries: entriesOf(userIds, more) });
  return portions.map((portion) => portion.map(({ attributes }) => attributes.userId));
};

describe('portions of a request', () => {
  it('are sorted by the bytes of the suppression keys, the sequence in which statements lock rows', async () => {
    const unit = fc.string({ unit: 'binary', minLength: 1, maxLength: 4 });
    const userIds = fc.sample(unit, { numRuns: 2_500, seed: 7 });
    const portions = await idsOf(['\uFFFD', '\u{1F600}', '\u200Bz', ...userIds]);
    expect(portions.length).toBe(3);
    const bytes = portions.flat().map((userId) => Buffer.from(normaliseUserId(userId)));
    for (const [at, next] of bytes.slice(1).entries()) {
      expect(Buffer.compare(bytes[at]!, next)).toBeLessThanOrEqual(0);
    }
  });

  it('have at most 1,000 users each, and about equal sizes', async () => {
    const userIds = Array.from({ length: 2_050 }, (_none, n) => `u${n}`);
    const sizes = (await idsOf(userIds)).map(({ length }) => length);
    expect(sizes).toEqual([684, 684, 682]);
  });

  it('contain few users if the users are large, and contain each user once', async () => {
    const userIds = Array.from({ length: 100 }, (_none, n) => `u${n}`);
    const portions = await idsOf(userIds, { x: 'x'.repeat(40_000) });
    expect(portions.length).toBe(8);
    expect(portions.flat().sort()).toEqual([...userIds].sort());
  });

  it('keep the sequence of the request if there is only one portion', async () => {
    expect(await idsOf(['b', 'a'])).toEqual([['b', 'a']]);
  });
});

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
  it('are in the order of the bytes of suppression keys, in which statements take locks', async () => {
    const unit = fc.string({ unit: 'binary', minLength: 1, maxLength: 4 });
    const userIds = fc.sample(unit, { numRuns: 2_500, seed: 7 });
    const portions = await idsOf(['\uFFFD', '\u{1F600}', '\u200Bz', ...userIds]);
    expect(portions.length).toBe(3);
    const bytes = portions.flat().map((userId) => Buffer.from(normaliseUserId(userId)));
    for (const [at, next] of bytes.slice(1).entries()) {
      expect(Buffer.compare(bytes[at]!, next)).toBeLessThanOrEqual(0);
    }
  });

  it('are of a thousand users at most, and of about the same number', async () => {
    const userIds = Array.from({ length: 2_050 }, (_none, n) => `u${n}`);
    const sizes = (await idsOf(userIds)).map(({ length }) => length);
    expect(sizes).toEqual([684, 684, 682]);
  });

  it('are of few users where these have much, and each is stored once', async () => {
    const userIds = Array.from({ length: 100 }, (_none, n) => `u${n}`);
    const portions = await idsOf(userIds, { x: 'x'.repeat(40_000) });
    expect(portions.length).toBe(8);
    expect(portions.flat().sort()).toEqual([...userIds].sort());
  });

  it('leave a request of one portion in its order', async () => {
    expect(await idsOf(['b', 'a'])).toEqual([['b', 'a']]);
  });
});

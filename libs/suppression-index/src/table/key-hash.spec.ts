import { usualOrLong } from '@lethe/testing';
import fc from 'fast-check';
import { KeyHash } from './key-hash.js';

const SEED = Uint8Array.from({ length: 16 }, (_, index) => index * 11);
const text = fc.string({ unit: 'binary', maxLength: 40 });
/** Anything that a JavaScript string can hold, lone surrogates included. */
const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
  .map((units) => String.fromCharCode(...units));

describe('the hash of a key', () => {
  const hash = new KeyHash(SEED);
  const of = (workspaceId: string, userId: string, from = hash) => {
    from.of(workspaceId, userId);
    return [from.first, from.second, from.third].join();
  };

  it.each([
    ['a', 'b:c', 'a:b', 'c'],
    ['ab', 'c', 'a', 'bc'],
    ['', 'ab', 'ab', ''],
    ['a', '', 'a', '\0'],
    ['a', 'b', 'a', 'b\0'],
    ['a', 'b', 'a', 'b\u0001'],
    ['a', 'b', 'a\0', 'b'],
    ['a', 'abc\u00e9', 'a', 'abc\u01e9'],
    ['ws_with_a_long_name_1', 'b', 'ws_with_a_long_name_2', 'b'],
    ['a', '\u00ff', 'a\u00ff', ''],
    ['a', 'é', 'a', '\u0065\u0301'],
    ['a', '\ud83d', 'a', '\ufffd'],
    ['a', '\ud83d', 'a', '\ude00'],
    ['a', '\u007f\u0080', 'a', '\u0080\u007f'],
  ])('tells (%j, %j) from (%j, %j)', (workspaceA, userA, workspaceB, userB) => {
    expect(of(workspaceA, userA)).not.toBe(of(workspaceB, userB));
  });

  it('differs for any two different pairs', () => {
    const pair = fc.tuple(codeUnits, codeUnits);
    fc.assert(
      fc.property(pair, pair, (left, right) => {
        const areEqual = left[0] === right[0] && left[1] === right[1];
        expect(of(...left) === of(...right)).toBe(areEqual);
      }),
      { numRuns: usualOrLong(2_000, 2_000_000) },
    );
  });

  it('is the same for equal strings, however they were made', () => {
    const sameText = (made: string) => of('ws', made);
    fc.assert(
      fc.property(text, text, (left, right) => {
        const whole = Buffer.from(`${left}${right}`, 'utf16le').toString('utf16le');
        expect(sameText(left + right)).toBe(sameText(whole));
        expect(sameText(`${whole}€`.slice(0, -1))).toBe(sameText(whole)); // two bytes a unit
      }),
    );
  });

  it('does not depend on what was hashed before', () => {
    const userIds = ['short', 'é'.repeat(700), 'x'.repeat(511), '', '😀'];
    const fresh = (workspaceId: string, userId: string) =>
      of(workspaceId, userId, new KeyHash(SEED));
    for (const userId of userIds) {
      for (const workspaceId of ['ws_a', 'w'.repeat(64), 'ws_a', 'w'.repeat(3_000), '']) {
        expect(of(workspaceId, userId)).toBe(fresh(workspaceId, userId));
      }
    }
  });

  it('is the same for a workspace that was forgotten for thousands of others', () => {
    const before = of('ws', 'user');
    const others = Array.from({ length: 3_000 }, (_, index) => of(`ws_${index}`, 'user'));
    expect(new Set([before, ...others]).size).toBe(3_001);
    expect(of('ws', 'user')).toBe(before);
  });

  it('tells ids of any length apart by their last character', () => {
    for (let length = 0; length < 600; length += 1) {
      const start = 'ü'.repeat(length);
      expect(of('ws', `${start}a`)).not.toBe(of('ws', `${start}b`));
    }
  });

  it('depends on every byte of the seed', () => {
    const hashes = SEED.map((_, at) => at).reduce(
      (all, at) => {
        const other = Uint8Array.from(SEED);
        other[at]! ^= 1;
        return all.add(of('ws', 'user', new KeyHash(other)));
      },
      new Set([of('ws', 'user')]),
    );
    expect(hashes.size).toBe(17);
  });

  it('changes half of its bits when one bit of the user changes', () => {
    const flips = new Float64Array(96);
    const rounds = 4_000;
    for (let round = 0; round < rounds; round += 1) {
      const base = `user-${round}`;
      const changed = `${base.slice(0, -1)}${String.fromCharCode(base.charCodeAt(base.length - 1) ^ 1)}`;
      const before = words(of('ws', base));
      words(of('ws', changed)).forEach((word, at) => {
        const difference = word ^ before[at]!;
        for (let bit = 0; bit < 32; bit += 1) flips[at * 32 + bit]! += (difference >>> bit) & 1;
      });
    }
    // Six standard deviations of a fair coin.
    const most = 6 * Math.sqrt(rounds / 4);
    expect(Math.max(...flips.map((count) => Math.abs(count - rounds / 2)))).toBeLessThan(most);
  });

  it('spreads the users of a workspace evenly, by each of its words', () => {
    const [buckets, users] = [256, 100_000];
    const counts = [0, 1, 2].map(() => new Float64Array(buckets));
    for (let user = 0; user < users; user += 1) {
      words(of('ws', String(user))).forEach((word, at) => (counts[at]![word & 255]! += 1));
    }
    const expected = users / buckets;
    for (const count of counts) {
      const chiSquared = count.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
      // 255 degrees of freedom: mean 255, standard deviation 22.6; six of these.
      expect(Math.abs(chiSquared - 255)).toBeLessThan(136);
    }
  });
});

function words(hash: string): number[] {
  return hash.split(',').map(Number);
}

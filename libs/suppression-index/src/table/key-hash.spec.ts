import { usualOrLong } from '@lethe/testing';
import fc from 'fast-check';
import { KeyHash } from './key-hash.js';

const SEED = Uint8Array.from({ length: 16 }, (_, index) => index * 11);
const text = fc.string({ unit: 'binary', maxLength: 40 });
/** Any JavaScript strings, including lone surrogates. */
const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
  .map((units) => String.fromCharCode(...units));

describe('KeyHash', () => {
  const hash = new KeyHash(SEED);
  const hashOf = (workspaceId: string, userId: string, from = hash) => {
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
  ])('distinguishes (%j, %j) from (%j, %j)', (workspaceA, userA, workspaceB, userB) => {
    expect(hashOf(workspaceA, userA)).not.toBe(hashOf(workspaceB, userB));
  });

  it('returns different hashes for different pairs of workspace and user', () => {
    const pair = fc.tuple(codeUnits, codeUnits);
    fc.assert(
      fc.property(pair, pair, (left, right) => {
        const areEqual = left[0] === right[0] && left[1] === right[1];
        expect(hashOf(...left) === hashOf(...right)).toBe(areEqual);
      }),
      { numRuns: usualOrLong(2_000, 2_000_000) },
    );
  });

  it('returns equal hashes for equal strings, regardless of how they were created', () => {
    const sameText = (made: string) => hashOf('ws', made);
    fc.assert(
      fc.property(text, text, (left, right) => {
        const copied = Buffer.from(`${left}${right}`, 'utf16le').toString('utf16le');
        expect(sameText(left + right)).toBe(sameText(copied));
        // V8 stores a part of a string with `€` with two bytes per unit, unless it is very short.
        expect(sameText(`${copied}€`.slice(0, -1))).toBe(sameText(copied));
      }),
    );
  });

  it('does not depend on earlier hashes', () => {
    const userIds = ['short', 'é'.repeat(700), 'x'.repeat(511), '', '😀'];
    const fresh = (workspaceId: string, userId: string) =>
      hashOf(workspaceId, userId, new KeyHash(SEED));
    for (const userId of userIds) {
      for (const workspaceId of ['ws_a', 'w'.repeat(64), 'ws_a', 'w'.repeat(3_000), '']) {
        expect(hashOf(workspaceId, userId)).toBe(fresh(workspaceId, userId));
      }
    }
  });

  it('returns the same hash for ASCII bytes as for the strings', () => {
    const ascii = fc
      .array(fc.integer({ min: 0, max: 0x7f }), { maxLength: 70 })
      .map((units) => String.fromCharCode(...units));
    const workspace = fc.oneof(fc.constantFrom('ws', 'wt', 'ws_'), ascii);
    const key = fc.tuple(workspace, fc.oneof(ascii, fc.constant('x'.repeat(3_000))), ascii);
    const bytesHash = new KeyHash(SEED);
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 5 }), (keys) => {
        for (const [workspaceId, userId, around] of [...keys, ...keys]) {
          const bytes = Buffer.from(`${around}${workspaceId}:${userId}${around}`);
          const start = around.length;
          const colon = start + workspaceId.length;
          bytesHash.ofAscii({ bytes, start, colon, end: colon + 1 + userId.length });
          const found = [bytesHash.first, bytesHash.second, bytesHash.third].join();
          expect(found).toBe(hashOf(workspaceId, userId));
        }
      }),
      { numRuns: usualOrLong(300, 300_000) },
    );
  });

  it('returns the same hash after thousands of other workspaces have cleared the cache', () => {
    const before = hashOf('ws', 'user');
    const others = Array.from({ length: 3_000 }, (_, index) => hashOf(`ws_${index}`, 'user'));
    expect(new Set([before, ...others]).size).toBe(3_001);
    expect(hashOf('ws', 'user')).toBe(before);
  });

  it('distinguishes ids of any length by their last character', () => {
    for (let length = 0; length < 600; length += 1) {
      const start = 'ü'.repeat(length);
      expect(hashOf('ws', `${start}a`)).not.toBe(hashOf('ws', `${start}b`));
    }
  });

  it('depends on every byte of the seed', () => {
    const hashes = SEED.map((_, at) => at).reduce(
      (all, at) => {
        const other = Uint8Array.from(SEED);
        other[at]! ^= 1;
        return all.add(hashOf('ws', 'user', new KeyHash(other)));
      },
      new Set([hashOf('ws', 'user')]),
    );
    expect(hashes.size).toBe(17);
  });

  it('changes about half of the bits when one bit of the user id changes', () => {
    const flips = new Float64Array(96);
    const rounds = 4_000;
    for (let round = 0; round < rounds; round += 1) {
      const base = `user-${round}`;
      const changed = `${base.slice(0, -1)}${String.fromCharCode(base.charCodeAt(base.length - 1) ^ 1)}`;
      const before = words(hashOf('ws', base));
      words(hashOf('ws', changed)).forEach((word, at) => {
        const difference = word ^ before[at]!;
        for (let bit = 0; bit < 32; bit += 1) flips[at * 32 + bit]! += (difference >>> bit) & 1;
      });
    }
    // The limit is six standard deviations of a fair coin.
    const limit = 6 * Math.sqrt(rounds / 4);
    expect(Math.max(...flips.map((count) => Math.abs(count - rounds / 2)))).toBeLessThan(limit);
  });

  it('distributes the users of a workspace evenly over the values of each word', () => {
    const [buckets, users] = [256, 100_000];
    const counts = [0, 1, 2].map(() => new Float64Array(buckets));
    for (let user = 0; user < users; user += 1) {
      words(hashOf('ws', String(user))).forEach((word, at) => (counts[at]![word & 255]! += 1));
    }
    const expected = users / buckets;
    for (const count of counts) {
      const chiSquared = count.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
      // With 255 degrees of freedom, the mean is 255 and the standard deviation is 22.6. The limit
      // is six standard deviations.
      expect(Math.abs(chiSquared - 255)).toBeLessThan(136);
    }
  });
});

function words(hash: string): number[] {
  return hash.split(',').map(Number);
}

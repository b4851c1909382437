import fc from 'fast-check';
import { keyPattern } from './key-pattern.js';

describe('keyPattern', () => {
  it.each([
    ['user:<userId>', 'user:a b'],
    ['user:{userId}', 'user:a b'],
    ['{user:<userId>}:profile', '{user:a b}:profile'],
    ['{<userId>}', '{a b}'],
    ['{userId}', 'a b'],
    ['{{userId}}:x', '{a b}:x'],
  ])('makes from the pattern %s the key %s', (pattern, key) => {
    expect(keyPattern(pattern)('a b')).toBe(key);
  });

  it.each(['', 'user:', '{user}', '<userId>:<userId>', '{userId}:<userId>', '$1'])(
    'rejects %j',
    (pattern) => {
      expect(() => keyPattern(pattern)).toThrow();
    },
  );

  it('makes different keys for different users', () => {
    const part = fc.string().filter((text) => !/\{userId\}|<userId>/.test(text));
    fc.assert(
      fc.property(part, part, fc.string(), fc.string(), (before, after, one, other) => {
        fc.pre(
          one !== other && `${before}<userId>${after}`.split(/\{userId\}|<userId>/).length === 2,
        );
        const toKey = keyPattern(`${before}<userId>${after}`);
        expect(toKey(one)).not.toBe(toKey(other));
      }),
    );
  });
});

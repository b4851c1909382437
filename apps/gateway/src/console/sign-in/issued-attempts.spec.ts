import { SecretBox } from '@lethe/catalog';
import { IssuedAttempts } from './issued-attempts.js';

const KEY = { id: 'k', bytes: Buffer.alloc(32, 1) };

describe('IssuedAttempts', () => {
  let now = 0;
  const attempts = (key = KEY) => new IssuedAttempts(new SecretBox([key]), 1_000, () => now);
  beforeEach(() => (now = 5_000));

  it('accepts an attempt at every gateway with the same key, until the attempt is used or expires', () => {
    const [gateway, second] = [attempts(), attempts()];
    const [used, unused] = [gateway.issue(), gateway.issue()];
    expect([gateway.isOpen(used), second.isOpen(used)]).toEqual([true, true]);
    expect(used === unused).toBe(false);
    gateway.use(used);
    expect([gateway.isOpen(used), gateway.isOpen(unused)]).toEqual([false, true]);
    now += 1_000;
    expect([gateway.isOpen(unused), second.isOpen(unused)]).toEqual([false, false]);
  });

  it.each(['', 'x', 'a.b', Buffer.from('k:AAAA').toString('base64url')])(
    'refuses an attempt that a client invented: %s',
    (invented) => {
      expect(attempts().isOpen(invented)).toBe(false);
    },
  );

  it('refuses attempts sealed with a different key, changed attempts, and attempts in a different base64 spelling', () => {
    const one = attempts().issue();
    expect(attempts({ ...KEY, bytes: Buffer.alloc(32, 2) }).isOpen(one)).toBe(false);
    for (let at = 0; at < one.length; at += 1) {
      const changed = `${one.slice(0, at)}${one[at] === 'A' ? 'B' : 'A'}${one.slice(at + 1)}`;
      expect(attempts().isOpen(changed)).toBe(false);
    }
    expect([attempts().isOpen(`${one}=`), attempts().isOpen(` ${one}`)]).toEqual([false, false]);
  });
});

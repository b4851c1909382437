import { SecretBox } from '@lethe/catalog';
import { IssuedAttempts } from './issued-attempts.js';

const KEY = { id: 'k', bytes: Buffer.alloc(32, 1) };

describe('IssuedAttempts', () => {
  let now = 0;
  const attempts = (key = KEY) => new IssuedAttempts(new SecretBox([key]), 1_000, () => now);
  beforeEach(() => (now = 5_000));

  it('are open at every gateway with the same key, until they are used or expire', () => {
    const [here, there] = [attempts(), attempts()];
    const [one, other] = [here.issue(), here.issue()];
    expect([here.isOpen(one), there.isOpen(one), one === other]).toEqual([true, true, false]);
    here.use(one);
    expect([here.isOpen(one), here.isOpen(other)]).toEqual([false, true]);
    now += 1_000;
    expect([here.isOpen(other), there.isOpen(other)]).toEqual([false, false]);
  });

  it.each(['', 'x', 'a.b', Buffer.from('k:AAAA').toString('base64url')])(
    'are not those that a client makes up: %s',
    (made) => {
      expect(attempts().isOpen(made)).toBe(false);
    },
  );

  it('are not those of another key, changed ones, or others in another spelling', () => {
    const one = attempts().issue();
    expect(attempts({ ...KEY, bytes: Buffer.alloc(32, 2) }).isOpen(one)).toBe(false);
    for (let at = 0; at < one.length; at += 1) {
      const changed = `${one.slice(0, at)}${one[at] === 'A' ? 'B' : 'A'}${one.slice(at + 1)}`;
      expect(attempts().isOpen(changed)).toBe(false);
    }
    expect([attempts().isOpen(`${one}=`), attempts().isOpen(` ${one}`)]).toEqual([false, false]);
  });
});

import { hashSecret, isMistaken, makeSecret } from './secret.js';
import { SecretLookup, type AskAsStranger } from './secret-lookup.js';

describe('a secret that we make', () => {
  it('is told from one that was mistyped or guessed', () => {
    const secret = makeSecret('lth_dp_');
    expect(isMistaken(secret)).toBe(false);
    const guess = `lth_${'a'.repeat(32)}.aaaaaa`;
    expect(isMistaken(guess)).toBe(true);
    expect(isMistaken(secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).toBe(true);
  });

  it.each(['lth_0123456789abcdefghijklmnopqrstuv', 'one of a workspace file', 'a.b', ''])(
    'looks different from %j, of which nothing can be said',
    (secret) => {
      expect(isMistaken(secret)).toBe(false);
    },
  );
});

describe('SecretLookup', () => {
  const valid = makeSecret('lth_');

  it('asks nobody about a guess with a wrong checksum', async () => {
    const asked: Buffer[] = [];
    const lookup = new SecretLookup<string>((hash) => {
      asked.push(hash);
      return Promise.resolve(undefined);
    });
    const guess = await lookup.find(`lth_${'a'.repeat(32)}.aaaaaa`);
    expect(guess).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('keeps strangers waiting, and never whoever was known once', async () => {
    const lookup = new SecretLookup(
      (hash) => Promise.resolve(hash.equals(hashSecret(valid)) ? 'its owner' : undefined),
      { ttlMs: 0 }, // each time the database is asked
    );
    expect(await lookup.find(valid)).toBe('its owner');
    const forEver: AskAsStranger = () => new Promise(() => undefined);
    const guess = lookup.find('an old guess', forEver).then(() => 'answered');
    expect(await lookup.find(valid, forEver)).toBe('its owner');
    expect(await Promise.race([guess, Promise.resolve('waiting')])).toBe('waiting');
  });
});

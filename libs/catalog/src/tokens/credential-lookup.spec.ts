import { hashSecret, isMistaken, makeSecret } from './secret.js';
import { keyOfHash, CredentialLookup, type AskAsStranger } from './credential-lookup.js';

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

describe('CredentialLookup', () => {
  const valid = makeSecret('lth_');

  it('asks nobody about a guess with a wrong checksum', async () => {
    const asked: Buffer[] = [];
    const lookup = new CredentialLookup<string>((hashes) => {
      asked.push(...hashes);
      return Promise.resolve(new Map());
    });
    const guess = await lookup.find(`lth_${'a'.repeat(32)}.aaaaaa`);
    expect(guess).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('keeps strangers waiting, and never whoever was known once', async () => {
    const lookup = new CredentialLookup(
      () => Promise.resolve(new Map([[keyOfHash(hashSecret(valid)), 'its owner']])),
      { ttlMs: 0 }, // each time the database is asked
    );
    expect(await lookup.find(valid)).toBe('its owner');
    const forEver: AskAsStranger = () => new Promise(() => undefined);
    const guess = lookup.find('an old guess', forEver).then(() => 'answered');
    expect(await lookup.find(valid, forEver)).toBe('its owner');
    expect(await Promise.race([guess, Promise.resolve('waiting')])).toBe('waiting');
  });

  it('asks with one query about all that is asked at the same time, and tells each its answer', async () => {
    const secrets = Array.from({ length: 50 }, (_, n) => `secret ${n % 25}`);
    const queries: number[] = [];
    const lookup = new CredentialLookup((hashes) => {
      queries.push(hashes.length);
      const known = hashes.filter((hash) => !hash.equals(hashSecret('secret 7')));
      return Promise.resolve(new Map(known.map((hash) => [keyOfHash(hash), keyOfHash(hash)])));
    });
    const found = await Promise.all(secrets.map((secret) => lookup.find(secret)));
    expect(queries).toEqual([25]);
    expect(found).toEqual(
      secrets.map((secret) => (secret === 'secret 7' ? undefined : keyOfHash(hashSecret(secret)))),
    );
    expect(await lookup.find('another')).toBe(keyOfHash(hashSecret('another')));
    expect(queries).toEqual([25, 1]);
  });

  it('fails for all who asked together, and then asks anew', async () => {
    let isAway = true;
    const lookup = new CredentialLookup((hashes) =>
      isAway
        ? Promise.reject(new Error('away'))
        : Promise.resolve(new Map(hashes.map((hash) => [keyOfHash(hash), 'known']))),
    );
    const both = ['a', 'b'].map((secret) => lookup.find(secret));
    expect(await Promise.allSettled(both)).toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    isAway = false;
    expect(await lookup.find('a')).toBe('known');
  });
});

import { hashSecret, isMistaken, makeSecret } from './secret.js';
import { keyOfHash, CredentialLookup, type QueryUnauthenticated } from './credential-lookup.js';

describe('a generated secret', () => {
  it('is distinguished from a mistyped secret and from a guess', () => {
    const secret = makeSecret('lth_dp_');
    expect(isMistaken(secret)).toBe(false);
    const guess = `lth_${'a'.repeat(32)}.aaaaaa`;
    expect(isMistaken(guess)).toBe(true);
    expect(isMistaken(secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).toBe(true);
  });

  it.each(['lth_0123456789abcdefghijklmnopqrstuv', 'one of a workspace file', 'a.b', ''])(
    'has a different format from %j, which is not treated as mistyped',
    (secret) => {
      expect(isMistaken(secret)).toBe(false);
    },
  );
});

describe('CredentialLookup', () => {
  const valid = makeSecret('lth_');

  it('rejects a guess with a wrong checksum without a query', async () => {
    const queried: Buffer[] = [];
    const lookup = new CredentialLookup<string>((hashes) => {
      queried.push(...hashes);
      return Promise.resolve(new Map());
    });
    const guess = await lookup.find(`lth_${'a'.repeat(32)}.aaaaaa`);
    expect(guess).toBeUndefined();
    expect(queried).toEqual([]);
  });

  it('delays unknown secrets, but not secrets that it found before', async () => {
    const lookup = new CredentialLookup(
      () => Promise.resolve(new Map([[keyOfHash(hashSecret(valid)), 'its owner']])),
      { ttlMs: 0 }, // each look-up queries the database
    );
    expect(await lookup.find(valid)).toBe('its owner');
    const never: QueryUnauthenticated = () => new Promise(() => undefined);
    const guess = lookup.find('an old guess', never).then(() => 'answered');
    expect(await lookup.find(valid, never)).toBe('its owner');
    expect(await Promise.race([guess, Promise.resolve('waiting')])).toBe('waiting');
  });

  it('uses one query for concurrent look-ups, and returns the right answer to each', async () => {
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

  it('rejects all look-ups that share a failed query, and then queries again', async () => {
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

import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { boundsFor, createBoundedLookup } from './bounded-lookup.js';

/** Resolver that answers the lookup of a name when the test calls the function in `requested`. */
class Resolver {
  readonly requested = new Map<string, () => void>();

  readonly lookup: LookupFunction = (hostname, _, callback) => {
    this.requested.set(hostname, () => {
      this.requested.delete(hostname);
      callback(null, [{ address: '192.0.2.1', family: 4 }]);
    });
  };
}

/** Waits until waiting lookups have taken the free slots. */
const slotsTaken = () => new Promise((resolve) => setImmediate(resolve));

const BOUNDS = { most: 3, mostOfDomain: 2, mostWaiting: 2, waitMs: 60_000 };

describe('createBoundedLookup', () => {
  const outcomes = new Map<string, string>();
  let resolver: Resolver;
  let lookup: LookupFunction;

  const resolveNames = (...hostnames: readonly string[]) => {
    for (const hostname of hostnames) {
      lookup(hostname, { all: true }, (error, found) => {
        const [first] = found as LookupAddress[];
        outcomes.set(hostname, error?.code ?? first?.address ?? '');
      });
    }
    return slotsTaken();
  };
  const answer = (hostname: string) => {
    resolver.requested.get(hostname)?.();
    return slotsTaken();
  };
  const begin = (bounds = BOUNDS) => {
    outcomes.clear();
    resolver = new Resolver();
    lookup = createBoundedLookup(resolver.lookup, bounds);
  };

  it('keeps a slot for other domains while the lookups of one domain get no answer', async () => {
    begin();
    await resolveNames('a.evil.test', 'b.evil.test', 'c.evil.test', 'good.test');
    expect([...resolver.requested.keys()]).toEqual(['a.evil.test', 'b.evil.test', 'good.test']);
    await answer('good.test');
    expect(outcomes.get('good.test')).toBe('192.0.2.1');
    expect([...resolver.requested.keys()]).toEqual(['a.evil.test', 'b.evil.test']);
    await answer('a.evil.test');
    expect([...resolver.requested.keys()]).toEqual(['b.evil.test', 'c.evil.test']);
  });

  it('treats names below co.uk and similar suffixes as separate domains', async () => {
    begin();
    await resolveNames('one.co.uk', 'two.co.uk', 'three.co.uk');
    expect(resolver.requested.size).toBe(3);
  });

  it('shares one lookup among callers, even if they request a different number of addresses', async () => {
    begin();
    await resolveNames('a.test');
    const address = new Promise((resolve) => {
      lookup('a.test', { all: false }, (_, found, family) => {
        resolve([found, family]);
      });
    });
    expect(resolver.requested.size).toBe(1);
    await answer('a.test');
    expect(outcomes.get('a.test')).toBe('192.0.2.1');
    expect(await address).toEqual(['192.0.2.1', 4]);
  });

  it('starts a lookup in a free slot, although many names of another domain are waiting', async () => {
    begin();
    await resolveNames(...[1, 2, 3, 4].map((n) => `n${n}.evil.test`), 'good.test');
    expect([...resolver.requested.keys()]).toEqual(['n1.evil.test', 'n2.evil.test', 'good.test']);
  });

  it('fails with EAI_AGAIN when a lookup gets no slot, and then accepts new lookups', async () => {
    begin({ ...BOUNDS, waitMs: 1 });
    await resolveNames(...[1, 2, 3, 4, 5, 6].map((n) => `n${n}.evil.test`));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const ended = ['n3', 'n4', 'n5', 'n6'].map((name) => outcomes.get(`${name}.evil.test`));
    expect(ended).toEqual(['EAI_AGAIN', 'EAI_AGAIN', 'EAI_AGAIN', 'EAI_AGAIN']);
    expect(resolver.requested.size).toBe(2);
    await resolveNames('n3.evil.test');
    await answer('n1.evil.test');
    expect([...resolver.requested.keys()]).toEqual(['n2.evil.test', 'n3.evil.test']);
  });

  it('allows lookups on three quarters of the threads, and on at least one thread', () => {
    expect(boundsFor(undefined)).toMatchObject({ most: 3, mostOfDomain: 1 });
    expect(boundsFor('64')).toMatchObject({ most: 48, mostOfDomain: 12 });
    expect(boundsFor('1')).toMatchObject({ most: 1, mostOfDomain: 1 });
    expect(boundsFor('odd')).toMatchObject({ most: 3 });
  });
});

import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { boundsFor, createBoundedLookup } from './bounded-lookup.js';

/** Names that are answered when the test says so. */
class Resolver {
  readonly asked = new Map<string, () => void>();

  readonly lookup: LookupFunction = (hostname, _, callback) => {
    this.asked.set(hostname, () => {
      this.asked.delete(hostname);
      callback(null, [{ address: '192.0.2.1', family: 4 }]);
    });
  };
}

/** All that has a turn by now has it. */
const turns = () => new Promise((resolve) => setImmediate(resolve));

const BOUNDS = { most: 3, mostOfDomain: 2, mostWaiting: 2, waitMs: 60_000 };

describe('a bounded lookup', () => {
  const outcomes = new Map<string, string>();
  let resolver: Resolver;
  let lookup: LookupFunction;

  const ask = (...hostnames: readonly string[]) => {
    for (const hostname of hostnames) {
      lookup(hostname, { all: true }, (error, found) => {
        const [first] = found as LookupAddress[];
        outcomes.set(hostname, error?.code ?? first?.address ?? '');
      });
    }
    return turns();
  };
  const answer = (hostname: string) => {
    resolver.asked.get(hostname)?.();
    return turns();
  };
  const begin = (bounds = BOUNDS) => {
    outcomes.clear();
    resolver = new Resolver();
    lookup = createBoundedLookup(resolver.lookup, bounds);
  };

  it('keeps turns for others when the names of a domain are not answered', async () => {
    begin();
    await ask('a.evil.test', 'b.evil.test', 'c.evil.test', 'good.test');
    expect([...resolver.asked.keys()]).toEqual(['a.evil.test', 'b.evil.test', 'good.test']);
    await answer('good.test');
    expect(outcomes.get('good.test')).toBe('192.0.2.1');
    expect([...resolver.asked.keys()]).toEqual(['a.evil.test', 'b.evil.test']);
    await answer('a.evil.test');
    expect([...resolver.asked.keys()]).toEqual(['b.evil.test', 'c.evil.test']);
  });

  it('takes names below co.uk and the like for domains of their own', async () => {
    begin();
    await ask('one.co.uk', 'two.co.uk', 'three.co.uk');
    expect(resolver.asked.size).toBe(3);
  });

  it('asks once for what several want, also in another form', async () => {
    begin();
    await ask('a.test');
    const address = new Promise((resolve) => {
      lookup('a.test', { all: false }, (_, found, family) => {
        resolve([found, family]);
      });
    });
    expect(resolver.asked.size).toBe(1);
    await answer('a.test');
    expect(outcomes.get('a.test')).toBe('192.0.2.1');
    expect(await address).toEqual(['192.0.2.1', 4]);
  });

  it('takes what has a turn, however many of another domain wait for theirs', async () => {
    begin();
    await ask(...[1, 2, 3, 4].map((n) => `n${n}.evil.test`), 'good.test');
    expect([...resolver.asked.keys()]).toEqual(['n1.evil.test', 'n2.evil.test', 'good.test']);
  });

  it('ends what has no turn, as when no server of names answers', async () => {
    begin({ ...BOUNDS, waitMs: 1 });
    await ask(...[1, 2, 3, 4, 5, 6].map((n) => `n${n}.evil.test`));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const ended = ['n3', 'n4', 'n5', 'n6'].map((name) => outcomes.get(`${name}.evil.test`));
    expect(ended).toEqual(['EAI_AGAIN', 'EAI_AGAIN', 'EAI_AGAIN', 'EAI_AGAIN']);
    expect(resolver.asked.size).toBe(2);
    await ask('n3.evil.test');
    await answer('n1.evil.test');
    expect([...resolver.asked.keys()]).toEqual(['n2.evil.test', 'n3.evil.test']);
  });

  it('leaves threads to files, however many there are', () => {
    expect(boundsFor(undefined)).toMatchObject({ most: 3, mostOfDomain: 1 });
    expect(boundsFor('64')).toMatchObject({ most: 48, mostOfDomain: 12 });
    expect(boundsFor('1')).toMatchObject({ most: 1, mostOfDomain: 1 });
    expect(boundsFor('odd')).toMatchObject({ most: 3 });
  });
});

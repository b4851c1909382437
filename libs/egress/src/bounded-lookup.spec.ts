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

const BOUNDS = { most: 3, mostOfDomain: 2, mostWaiting: 2, waitMs: 60_000 };

describe('a bounded lookup', () => {
  const outcomes = new Map<string, string>();
  let resolver: Resolver;
  let lookup: LookupFunction;

  const ask = (hostname: string) => {
    lookup(hostname, { all: true }, (error, found) => {
      const [first] = found as LookupAddress[];
      outcomes.set(hostname, error?.code ?? first?.address ?? '');
    });
  };
  const begin = (bounds = BOUNDS) => {
    outcomes.clear();
    resolver = new Resolver();
    lookup = createBoundedLookup(resolver.lookup, bounds);
  };

  it('keeps turns for others when the names of a domain are not answered', () => {
    begin();
    for (const name of ['a.evil.test', 'b.evil.test', 'c.evil.test', 'good.test']) ask(name);
    expect([...resolver.asked.keys()]).toEqual(['a.evil.test', 'b.evil.test', 'good.test']);
    resolver.asked.get('good.test')?.();
    expect(outcomes.get('good.test')).toBe('192.0.2.1');
    expect([...resolver.asked.keys()]).toEqual(['a.evil.test', 'b.evil.test']);
    resolver.asked.get('a.evil.test')?.();
    expect([...resolver.asked.keys()]).toEqual(['b.evil.test', 'c.evil.test']);
  });

  it('takes names below co.uk and the like for domains of their own', () => {
    begin();
    for (const name of ['one.co.uk', 'two.co.uk', 'three.co.uk']) ask(name);
    expect(resolver.asked.size).toBe(3);
  });

  it('asks once for what several want, also in another form', async () => {
    begin();
    ask('a.test');
    const address = new Promise((resolve) => {
      lookup('a.test', { all: false }, (_, found, family) => {
        resolve([found, family]);
      });
    });
    expect(resolver.asked.size).toBe(1);
    resolver.asked.get('a.test')?.();
    expect(outcomes.get('a.test')).toBe('192.0.2.1');
    expect(await address).toEqual(['192.0.2.1', 4]);
  });

  it('ends what has no turn, as when no server of names answers', async () => {
    begin({ ...BOUNDS, waitMs: 1 });
    for (const n of [1, 2, 3, 4, 5, 6]) ask(`n${n}.evil.test`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const ended = ['n3', 'n4', 'n5', 'n6'].map((name) => outcomes.get(`${name}.evil.test`));
    expect(ended).toEqual(['EAI_AGAIN', 'EAI_AGAIN', 'EAI_AGAIN', 'EAI_AGAIN']);
    expect(resolver.asked.size).toBe(2);
    ask('n3.evil.test');
    resolver.asked.get('n1.evil.test')?.();
    expect([...resolver.asked.keys()]).toEqual(['n2.evil.test', 'n3.evil.test']);
  });

  it('leaves threads to files, however many there are', () => {
    expect(boundsFor(undefined)).toMatchObject({ most: 3, mostOfDomain: 1 });
    expect(boundsFor('64')).toMatchObject({ most: 48, mostOfDomain: 12 });
    expect(boundsFor('1')).toMatchObject({ most: 1, mostOfDomain: 1 });
    expect(boundsFor('odd')).toMatchObject({ most: 3 });
  });
});

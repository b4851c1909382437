import { lookup } from 'node:dns/promises';
import { hostname } from 'node:os';
import { deliveryRequest } from '@lethe/contracts';
import { createDelivery } from '@lethe/egress';
import { createEgress } from '@lethe/egress';
import { FORBIDDEN_TARGETS } from '@lethe/egress/testing';
import { DEFAULT_SANDBOX_LIMITS, Sandbox } from '@lethe/sandbox';

interface Target {
  readonly url: string;
  readonly message: unknown;
}

const PRIVATE = /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./;
const own = await lookup(hostname(), 4).catch(() => ({ address: '' }));

/**
 * Targets that the real resolver can resolve. The test cannot replace the resolver in the threads
 * of the sandbox.
 */
const TARGETS: readonly Target[] = [
  ...FORBIDDEN_TARGETS.filter(({ message }) => !message.includes('it resolves to')),
  // Names that every machine resolves without DNS.
  ...['localhost', 'LOCALHOST', ...(PRIVATE.test(own.address) ? [hostname()] : [])].map((name) => ({
    url: `http://${name}/`,
    message: expect.stringMatching(
      new RegExp(`^Requests to ${name} are not allowed: it resolves to an? [a-z-]+ address$`, 'i'),
    ) as unknown,
  })),
];

const CODE = `
  export async function transformEvent({ urls }) {
    const said = [];
    for (const url of urls) {
      const plain = await fetch(url, { method: 'POST', body: '{}' });
      const second = await fetchV2(url, { method: 'POST', body: '{}' }).then(
        (answer) => answer,
        (error) => error.message,
      );
      said.push([plain, second]);
    }
    return { said };
  }`;

const AT_ONCE = DEFAULT_SANDBOX_LIMITS.fetches / 2;

describe('a forbidden target', () => {
  const egress = createEgress();
  const sandbox = new Sandbox({ limits: { wallMs: 60_000 } });
  afterAll(async () => {
    await Promise.all([egress.close(), sandbox.close()]);
  });

  /** Returns the results of `fetch` and `fetchV2` for each target, in sequence. */
  async function fetched(urls: readonly string[]): Promise<readonly unknown[]> {
    const run = {
      transformation: { id: 'tr_1', name: 'fetches', code: CODE },
      libraries: [],
      credentials: {},
      events: [{ urls }],
      metadata: [{}],
    };
    const outcome = await sandbox.run(run, { owner: 'ws_1' });
    if (outcome.status === 'failed') throw new Error(outcome.error);
    return outcome.events[0]?.event.said as readonly unknown[];
  }

  async function delivered(url: string): Promise<unknown> {
    const request = deliveryRequest({ method: 'POST', endpoint: url, body: { JSON: { a: 1 } } });
    return createDelivery({ egress })(request, new AbortController().signal);
  }

  it('is tested with at least 40 addresses and names', () => {
    expect(TARGETS.length).toBeGreaterThanOrEqual(40);
  });

  const batches = Array.from({ length: Math.ceil(TARGETS.length / AT_ONCE) }, (_, n) => ({
    n: n + 1,
    batch: TARGETS.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  }));
  it.each(batches)(
    'is refused in delivery, fetch and fetchV2 with the same error, batch $n',
    async ({ batch }) => {
      const inCode = await fetched(batch.map(({ url }) => url));
      for (const [index, { url, message }] of batch.entries()) {
        const inDelivery = await delivered(url);
        expect({ url, inDelivery, inCode: inCode[index] }).toEqual({
          url,
          inDelivery: { status: 0, body: { error: message }, truncated: false },
          inCode: ['ERROR', message],
        });
        const { error } = (inDelivery as { body: { error: string } }).body;
        expect((inCode[index] as unknown[])[1]).toBe(error);
      }
    },
  );
});

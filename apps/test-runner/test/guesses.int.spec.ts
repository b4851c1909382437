import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { JsonObject, TestStages } from '@lethe/contracts';
import { createNativeProvider } from '@lethe/destinations';
import { createDelivery } from '@lethe/egress';
import { createEgress } from '@lethe/egress';
import { Sandbox } from '@lethe/sandbox';
import { ALL, dataOf, run, SEND, targetOf, TRANSFORMS } from './test-parts.js';

const SECRET = 'sk_live_4eC39HqLyjWDarjtT1zd';
const CREDENTIAL = 'geo-key-9f8e7d6c';
const AMPLE_MS = 60_000;
const sandbox = new Sandbox({ egressAllow: ['127.0.0.1'], limits: { wallMs: AMPLE_MS } });
const egress = createEgress({ allow: ['127.0.0.1'] });
const provider = createNativeProvider({ timeLimitMs: AMPLE_MS });
let received: string[] = [];
const sink = createServer((request, response) => {
  void text(request).then((body) => {
    received.push(`${request.url ?? ''} ${JSON.stringify(request.headers)} ${body}`);
    const isEcho = request.url?.startsWith('/echo') === true;
    response.setHeader('content-type', 'application/json');
    response.end(isEcho ? JSON.stringify({ headers: request.headers, body }) : '{"ok":true}');
  });
});
let base: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${String((sink.address() as AddressInfo).port)}`;
});
beforeEach(() => {
  received = [];
});
afterAll(async () => {
  await Promise.all([sandbox.close(), egress.close(), provider.close()]);
  sink.closeAllConnections();
  await new Promise((resolve) => sink.close(resolve));
});

const CODES = {
  'that reads no credential': 'export const transformEvent = (event) => event;',
  'that puts a credential in the event': `
    export const transformEvent = (event) => {
      const key = getCredential('geo');
      log('key', key, JSON.stringify(event.guesses[500]));
      return { ...event, key };
    };`,
  'that sends a credential with the event': `
    export const transformEvent = async (event) => {
      const options = { method: 'POST', headers: { 'x-key': getCredential('geo') }, body: event };
      return { ...event, said: await fetchV2('BASE/echo/geo', options), id: Math.random().toFixed(12) };
    };`,
};

/** Runs a test with a thousand guesses. The given guess is in the middle. */
async function shownWith(
  guess: string,
  { stages, path = '/sink', code }: { stages: TestStages; path?: string; code: string },
) {
  const wrong = (n: number) =>
    guess.startsWith('geo')
      ? `geo-key-${String(n).padStart(8, '0')}`
      : `sk_live_4eC39HqLyjWDarjt${String(n).padStart(4, '0')}`;
  const guesses = Array.from({ length: 1_000 }, (_, n) => (n === 500 ? guess : wrong(n)));
  const target = targetOf(
    { webhookUrl: `${base}${path}`, headers: [{ from: 'x-secret', to: SECRET }] },
    {
      transformation: { id: 'tr_1', name: 'Geo', code: code.replace('BASE', base) },
      credentials: { geo: CREDENTIAL },
    },
  );
  const { results, defects } = await run(
    { stages, message: { type: 'track', guesses }, deadline: Date.now() + AMPLE_MS },
    {
      findTarget: () => Promise.resolve(target),
      runUserCode: (of, options) => sandbox.run(of, options),
      providerOf: () => provider,
      deliver: createDelivery({ egress, timeoutMs: AMPLE_MS }),
    },
  );
  expect(defects).toEqual([]);
  const data = dataOf(results[0]!);
  const shown = JSON.stringify(data)
    .replaceAll(guess, 'THE GUESS')
    .replaceAll(/"(date|id)(\\*":)\\*"[^"\\]*/g, '"$1$2"0');
  return { data: data as readonly JsonObject[], shown, guesses };
}

/** Returns only the beginning of the difference, because the texts are long. */
function difference(a: string, b: string): string {
  if (a === b) return 'none';
  let at = 0;
  while (a[at] === b[at]) at += 1;
  return `${a.slice(at - 50, at + 200)} instead of ${b.slice(at - 50, at + 200)}`;
}

const STAGES: Record<string, TestStages> = {
  'all three stages': ALL,
  'dest_transform and sending': SEND,
  'both transforms, without sending': TRANSFORMS,
};
const cases = Object.keys(STAGES).flatMap((stages) =>
  Object.keys(CODES).map((code) => [stages, code] as const),
);

describe.each([
  ['secret', SECRET, 'sk_live_4eC39HqLyjWDarjtT1zX'],
  ['credential', CREDENTIAL, 'geo-key-9f8e7d6d'],
])('a thousand guesses of a %s', (_what, right, wrong) => {
  it.each(cases)('do not reveal a right guess, with %s and code %s', async (stages, code) => {
    for (const path of ['/sink', '/echo']) {
      const how = { stages: STAGES[stages]!, code: CODES[code as keyof typeof CODES], path };
      const hit = await shownWith(right, how);
      const sent = received.join('\n');
      expect(difference(hit.shown, (await shownWith(wrong, how)).shown)).toBe('none');
      if (how.stages.userTransform) {
        expect(hit.data).toMatchObject([{ user_transformed_payload: { guesses: hit.guesses } }]);
      }
      expect(hit.data).toMatchObject([
        { dest_transformed_payload: [{ body: { JSON: { guesses: hit.guesses } } }] },
      ]);
      if (how.stages.sendToDestination) expect(sent).toContain(`"x-secret":"${SECRET}"`);
    }
  });
});

describe('a test that sends', () => {
  const how = { stages: ALL, code: CODES['that sends a credential with the event'] };

  it('calls fetch once, and shows the sent requests without the secrets', async () => {
    const { data } = await shownWith('anything', how);
    expect(received).toHaveLength(2);
    expect(received[0]).toContain(`"x-key":"${CREDENTIAL}"`);
    const sent = JSON.parse(received[1]!.replace(/^.*?\} (?=\{)/, '')) as JsonObject;
    expect(data).toMatchObject([
      {
        user_transformed_payload: {
          id: sent.id,
          said: { body: { headers: { 'x-key': 'ge***' } } },
        },
        dest_transformed_payload: [
          { headers: { 'x-secret': 'sk***' }, body: { JSON: { id: sent.id } } },
        ],
        destination_response: [{ ok: true }],
      },
    ]);
    for (const hidden of [SECRET, CREDENTIAL]) expect(JSON.stringify(data)).not.toContain(hidden);
  });

  it('does not show the first run if the second run differs', async () => {
    const code = `export const transformEvent = (event) =>
      getCredential('geo') === '${CREDENTIAL}' ? event : [event, event];`;
    const { data } = await shownWith('anything', { stages: ALL, code });
    const notShown = { error: expect.stringMatching(/^Not shown/) as string };
    expect(received).toHaveLength(1);
    expect(data).toMatchObject([
      {
        user_transformed_payload: notShown,
        dest_transformed_payload: notShown,
        destination_response: [{ ok: true }],
      },
    ]);
  });
});

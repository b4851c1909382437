import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inTime, useSandbox } from './sandbox-under-test.js';

const run = useSandbox({ egressAllow: ['127.0.0.1'] });
const runShort = useSandbox({ egressAllow: ['127.0.0.1'], limits: { wallMs: 500 } });
const runGuarded = useSandbox();

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server;
let base: string;
let seen: Seen[] = [];
let hanging: ServerResponse[] = [];
/** Resolves when the first request to `/hang` is received. */
let hangReceived: Promise<void>;
let onHang: () => void;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const { method = '', url = '', headers } = request;
  seen.push({ method, url, headers, body });
  if (url === '/json') response.setHeader('x-answer', 'yes').end('{"x":1}');
  else if (url === '/text') response.writeHead(404).end('not here');
  else if (url.startsWith('/echo')) response.end(body);
  else if (url === '/huge') response.end('x'.repeat(1024 * 1024 + 1));
  else if (url === '/hang') {
    hanging.push(response);
    onHang();
  } else if (url === '/release') {
    for (const waiting of hanging) waiting.end('{}');
    response.end('{}');
  } else if (url === '/after-hang') {
    await hangReceived;
    response.end('{}');
  } else response.writeHead(302, { location: '/json' }).end();
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  seen = [];
  hanging = [];
  hangReceived = new Promise((resolve) => {
    onHang = resolve;
  });
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Returns the value of an expression in an async transformation, which has the variable `base`. */
async function valueOf(expression: string, runner = run): Promise<unknown> {
  const outcome = await runner(
    `export async function transformEvent(event) { const { base } = event; return { value: ${expression} }; }`,
    { events: [{ base }] },
  );
  if (outcome.status === 'failed') throw new Error(outcome.error);
  return outcome.events[0]?.event.value;
}

describe('fetch', () => {
  it('returns the parsed JSON of the answer', async () => {
    expect(await valueOf('await fetch(base + "/json")')).toEqual({ x: 1 });
  });

  it.each([
    ['text', '"/text"'],
    ['a redirect', '"/elsewhere"'],
    ['a body above the limit', '"/huge"'],
  ])('returns ERROR for %s', async (_what, path) => {
    expect(await valueOf(`await fetch(base + ${path})`)).toBe('ERROR');
  });

  it.each([
    'undefined',
    '"no url"',
    '"ftp://127.0.0.1/"',
    '{ toString() { throw 1; } }',
    'Symbol()',
  ])('returns ERROR for the invalid address %s', async (url) => {
    expect(await valueOf(`await fetch(${url})`)).toBe('ERROR');
  });

  it('returns ERROR for a forbidden address', async () => {
    expect(await valueOf('await fetch(base + "/json")', runGuarded)).toBe('ERROR');
    expect(seen).toEqual([]);
  });

  it('can be called several times at once', async () => {
    const value = await valueOf(
      'await Promise.all(["/json", "/text", "/json"].map((path) => fetch(base + path)))',
    );
    expect(value).toEqual([{ x: 1 }, 'ERROR', { x: 1 }]);
  });
});

describe('fetchV2', () => {
  it('returns URL, status, headers and the parsed JSON of the answer', async () => {
    expect(await valueOf('await fetchV2(base + "/json")')).toEqual({
      url: `${base}/json`,
      status: 200,
      headers: expect.objectContaining({ 'x-answer': 'yes' }) as unknown,
      body: { x: 1 },
    });
  });

  it('returns an answer that is not JSON as text, whatever its status is', async () => {
    expect(await valueOf('await fetchV2(base + "/text")')).toMatchObject({
      status: 404,
      body: 'not here',
    });
  });

  it('does not follow redirects', async () => {
    expect(await valueOf('(await fetchV2(base + "/elsewhere")).status')).toBe(302);
  });

  it('sends method, headers and body', async () => {
    await valueOf(
      'await fetchV2(base + "/json", { method: "put", headers: { "X-Key": "k", "x-number": 7 }, body: "ü" })',
    );
    await valueOf('await fetchV2(base + "/json", { method: "POST", body: { a: [1] } })');
    expect(seen).toMatchObject([
      { method: 'PUT', body: 'ü', headers: { 'x-key': 'k', 'x-number': '7' } },
      { method: 'POST', body: '{"a":[1]}' },
    ]);
  });

  it.each([
    [
      'an address that is forbidden',
      'http://10.0.0.1/',
      /^Requests to 10\.0\.0\.1 are not allowed/,
    ],
    [
      'an address of this machine',
      'http://127.0.0.1:1/',
      /^Requests to 127\.0\.0\.1 are not allowed/,
    ],
    ['a scheme that is not HTTP', 'file:///etc/passwd', /not allowed/],
  ])('rejects %s with the error of the egress guard', async (_what, url, words) => {
    expect(
      await valueOf(`await fetchV2('${url}').catch((error) => error.message)`, runGuarded),
    ).toMatch(words);
  });

  it('rejects an answer above the limit', async () => {
    expect(await valueOf('await fetchV2(base + "/huge").catch((error) => error.message)')).toBe(
      'The answer has more than 1 MiB',
    );
  });

  it.each([
    ['{ method: 7 }', 'The method must be a string'],
    ['{ headers: [] }', 'The headers must be an object of names and values'],
    ['{ headers: { a: {} } }', 'The header a must be a string'],
  ])('rejects the options %s', async (options, words) => {
    expect(await valueOf(`await fetchV2(base, ${options}).catch((error) => error.message)`)).toBe(
      words,
    );
  });

  it('fails the run with the error of the egress guard if the code does not catch it', async () => {
    await expect(valueOf('await fetchV2("http://10.0.0.1/")', runGuarded)).rejects.toThrow(
      /^Error: Requests to 10\.0\.0\.1 are not allowed/,
    );
  });
});

describe('requests of a run', () => {
  it('are limited to 20, with fetch and fetchV2 together', async () => {
    const value = await valueOf(
      `await Promise.all(Array.from({ length: 22 }, (_, i) => (i % 2 ? fetch(base + '/json') : fetchV2(base + '/json').catch((e) => e.message))))`,
    );
    expect(seen).toHaveLength(20);
    expect((value as unknown[]).slice(20)).toEqual([
      'A transformation may call fetch and fetchV2 at most 20 times in a run',
      'ERROR',
    ]);
  });

  it('use up the time of the run, and are aborted when the time is over', async () => {
    await expect(valueOf('await fetch(base + "/hang")', runShort)).rejects.toThrow(
      'The transformation ran longer than 500 ms',
    );
    const [response] = hanging;
    if (response?.destroyed === false) {
      await new Promise((resolve) => response.once('close', resolve));
    }
    // A busy machine can need all of the 500 ms.
    const next = () => runShort('export const transformEvent = (event) => event;');
    expect(await inTime(500, next)).toMatchObject({ status: 'ok' });
  });

  it('are aborted at the end of the run if the code did not await them', async () => {
    const value = '(void fetch(base + "/hang"), await fetch(base + "/after-hang"))';
    expect(await valueOf(value)).toEqual({});
    const response = hanging[0]!;
    if (!response.destroyed) await new Promise((resolve) => response.once('close', resolve));
    expect(await valueOf('8')).toBe(8);
  });
});

describe('a credential', () => {
  const outcomeOf = async (code: string, details: object = {}) => {
    const outcome = await run(code, {
      credentials: { apiKey: 'topsecret-key' },
      events: [{ base }],
      ...details,
    });
    return outcome.status === 'ok' ? outcome.events[0]?.event : outcome;
  };
  const elsewhere = `
    export async function transformEvent({ base }) {
      const key = getCredential('apiKey');
      const send = (path, options) => fetchV2(base + path, options).then(() => 'sent', (e) => e.message);
      return {
        header: await send('/json', { headers: { 'x-key': key } }),
        url: await send('/json?k=' + encodeURIComponent(key)),
        body: await send('/json', { method: 'POST', body: { deep: [key] } }),
        none: await send('/json'),
      };
    }`;

  it('is not sent to an address that only the event contains', async () => {
    const refused = expect.stringContaining('needs the scope catalog:write') as string;
    expect(await outcomeOf(elsewhere)).toEqual({
      header: refused,
      url: refused,
      body: refused,
      none: 'sent',
    });
    expect(seen.map(({ url }) => url)).toEqual(['/json']);
  });

  it('is sent if the caller has the permission, or the code or a credential contains the address', async () => {
    const sent = { header: 'sent', url: 'sent', body: 'sent', none: 'sent' };
    expect(await outcomeOf(elsewhere, { mayMoveCredentials: true })).toEqual(sent);
    expect(await outcomeOf(`// ${base}\n${elsewhere}`)).toEqual(sent);
    const credentials = { apiKey: 'topsecret-key', base };
    expect(await outcomeOf(elsewhere, { credentials })).toEqual(sent);
  });

  const withPlaceholders = {
    credentials: { apiKey: 'topstand"inn' },
    realCredentials: { apiKey: 'topsecret"key' },
  };

  it('is sent instead of its placeholder, and is masked in the answer', async () => {
    const code = `// ${base}
      export async function transformEvent({ base }) {
        const key = getCredential('apiKey');
        const { body } = await fetchV2(base + '/echo?k=' + encodeURIComponent(key), {
          method: 'POST', headers: { 'x-key': key }, body: { key },
        });
        return { key, body };
      }`;
    expect(await outcomeOf(code, withPlaceholders)).toEqual({
      key: 'topstand"inn',
      body: { key: 'to***' },
    });
    expect(seen).toMatchObject([
      { url: '/echo?k=topsecret%22key', headers: { 'x-key': 'topsecret"key' } },
    ]);
    expect(JSON.parse(seen[0]!.body)).toEqual({ key: 'topsecret"key' });
  });

  it('is not revealed if code with placeholders sends a guess', async () => {
    const code = `
      export async function transformEvent({ base, guess }) {
        return { said: await fetchV2(base + '/json?g=' + guess).then(() => 'sent', (e) => e.message) };
      }`;
    for (const guess of ['topsecret"key', 'anything']) {
      expect(await outcomeOf(code, { ...withPlaceholders, events: [{ base, guess }] })).toEqual({
        said: 'sent',
      });
    }
  });

  it('is masked in answers after it was sent, together with all texts of its shape', async () => {
    const code = `// ${base}
      export async function transformEvent({ base, guesses }) {
        const echo = async (body) => (await fetchV2(base + '/echo', { method: 'POST', body })).body;
        return { before: await echo({ guesses }), with: await echo({ guesses, key: getCredential('apiKey') }) };
      }`;
    const guesses = ['topsecret"key', 'topsecres"key', 'tipsecret"key'];
    expect(await outcomeOf(code, { ...withPlaceholders, events: [{ base, guesses }] })).toEqual({
      before: { guesses },
      with: { guesses: ['to***', 'to***', guesses[2]], key: 'to***' },
    });
  });

  it('is not revealed to code that guesses the credential', async () => {
    const code = (asks: string) => `
      export async function transformEvent({ base, guess }) {
        ${asks};
        return { said: await fetchV2(base + '/json?g=' + guess).then(() => 'sent', (e) => e.message) };
      }`;
    const credentials = { apiKey: 'topsecret-key' };
    const said = async (asks: string, guess: string) =>
      (await outcomeOf(code(asks), { credentials, events: [{ base, guess }] })) as object;
    expect(await said('', 'topsecret-key')).toEqual({ said: 'sent' });
    expect(await said("getCredential('apiKey')", 'other')).toEqual({ said: 'sent' });
    const refused = await said("getCredential('apiKey')", 'topsecret-key');
    expect(refused).not.toEqual({ said: 'sent' });
    expect(await said("getCredential('apiKey')", 'topsecret-kez')).toEqual(refused);
  });
});

describe('a recorded run', () => {
  const credentials = { apiKey: 'topsecret-key' };
  const code = () => `// ${base}
    export async function transformEvent({ base, guess }) {
      const key = getCredential('apiKey');
      const post = (path, body) => fetchV2(base + path, { method: 'POST', body });
      const [first, second] = await Promise.all([post('/echo/1', { key, guess }), fetchV2(base + '/text')]);
      const third = key === 'topsecret-key' ? 'none' : await post('/echo/3', '').catch((e) => e.message);
      return { key, first: first.body, second: second.body, third, random: [Math.random(), Math.random()] };
    }`;
  let events: { base: string; guess: string }[];
  beforeEach(() => {
    events = [{ base, guess: 'topsecret-key' }];
  });

  it('can be repeated with placeholders, and then sends nothing', async () => {
    const first = await run(code(), { credentials, events, isRecorded: true });
    expect(seen.map(({ url }) => url).sort()).toEqual(['/echo/1', '/text']);
    const { recording, status } = first;
    expect([status, recording?.exchanges.length]).toEqual(['ok', 2]);
    const again = await run(code(), {
      credentials: { apiKey: 'topstandi-inn' },
      realCredentials: credentials,
      replay: recording!,
      events,
    });
    expect(seen).toHaveLength(2);
    expect(again).toMatchObject({
      status: 'ok',
      events: [
        {
          event: {
            key: 'topstandi-inn',
            first: { key: 'to***', guess: 'to***' },
            second: 'not here',
            third: expect.stringContaining('Not sent') as string,
            random: first.status === 'ok' ? first.events[0]?.event.random : undefined,
          },
        },
      ],
    });
    expect(again.touched).toEqual({ credentials: true, network: false });
  });

  it('gets the answers in their recorded sequence when it is repeated', async () => {
    const code = `export const transformEvent = async ({ base }) => {
      getCredential('key');
      const order = [];
      const get = (path) => fetch(base + path).then(() => order.push(path));
      await Promise.all([get('/hang'), get('/after-hang').then(() => get('/release'))]);
      return { order };
    };`;
    const input = { credentials: { key: 'topsecret' }, events: [{ base }] };
    const first = await run(code, { ...input, isRecorded: true });
    expect(first).toMatchObject({
      events: [{ event: { order: { 0: '/after-hang', length: 3 } } }],
    });
    const again = await run(code, { ...input, replay: first.recording! });
    expect([again.status, 'events' in again && again.events]).toEqual([
      'ok',
      'events' in first && first.events,
    ]);
  });

  it('has no recording if it read no credential, or if no recording is requested', async () => {
    const plain = 'export const transformEvent = (event) => ({ n: Math.random() });';
    const outcomes = [
      await run(plain, { credentials, isRecorded: true }),
      await run(code(), { credentials, events }),
    ];
    for (const outcome of outcomes) expect(outcome).not.toHaveProperty('recording');
  });
});

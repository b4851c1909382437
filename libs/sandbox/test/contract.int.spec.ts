import { EVENT, useSandbox } from './sandbox-under-test.js';

const run = useSandbox();
const library = (name: string, code: string) => ({ name, code });

/** Returns the events of a run that must succeed. */
async function eventsOf(...args: Parameters<typeof run>): Promise<unknown[]> {
  const outcome = await run(...args);
  if (outcome.status === 'failed') throw new Error(outcome.error);
  return outcome.events.map(({ event }) => event);
}

async function errorOf(...args: Parameters<typeof run>): Promise<string> {
  const outcome = await run(...args);
  if (outcome.status === 'ok') throw new Error(`It succeeded: ${JSON.stringify(outcome)}`);
  return outcome.error;
}

describe('transformEvent', () => {
  it.each([
    ['a function', `export function transformEvent(event) { return { ...event, seen: true }; }`],
    [
      'an async function',
      `export async function transformEvent(e) { return { ...e, seen: true }; }`,
    ],
    ['a constant', `export const transformEvent = (event) => ({ ...event, seen: true });`],
    [
      'an export by name',
      `const f = (e) => ({ ...e, seen: true }); export { f as transformEvent };`,
    ],
    [
      'a function that returns a promise',
      `export const transformEvent = (e) => Promise.resolve({ ...e, seen: true });`,
    ],
  ])('can be %s', async (_what, code) => {
    expect(await eventsOf(code)).toEqual([{ ...EVENT, seen: true }]);
  });

  it('can be in a module that uses await in top-level code', async () => {
    const code = `const table = await Promise.resolve({ x: 1 }); export const transformEvent = () => table;`;
    expect(await eventsOf(code)).toEqual([{ x: 1 }]);
  });

  it('can return several events for one event', async () => {
    const outcome = await run(
      `export const transformEvent = (e) => [e, null, { copy: e }, undefined];`,
    );
    expect(outcome).toEqual({
      status: 'ok',
      events: [
        { event: EVENT, input: 0 },
        { event: { copy: EVENT }, input: 0 },
      ],
      dropped: [],
      logs: [],
    });
  });

  it.each(['null', 'undefined', '[]', '[null]'])(
    'drops an event if it returns %s',
    async (value) => {
      const outcome = await run(`export const transformEvent = (e) => (e.keep ? e : ${value});`, {
        events: [{ n: 1 }, { n: 2, keep: true }, { n: 3 }],
        metadata: [{}, {}, {}],
      });
      expect(outcome).toEqual({
        status: 'ok',
        events: [{ event: { n: 2, keep: true }, input: 1 }],
        dropped: [0, 2],
        logs: [],
      });
    },
  );

  it('gets the events one by one, with their metadata', async () => {
    const code = `export const transformEvent = (event, metadata) => ({ n: event.n, from: metadata(event).from });`;
    const events = [{ n: 1 }, { n: 2 }];
    expect(await eventsOf(code, { events, metadata: [{ from: 'a' }, { from: 'b' }] })).toEqual([
      { n: 1, from: 'a' },
      { n: 2, from: 'b' },
    ]);
  });

  it('also gets the metadata of an event for a copy of the event', async () => {
    const code = `export const transformEvent = (event, metadata) => metadata({ ...event, messageId: undefined });`;
    expect(await eventsOf(code)).toEqual([{ sourceId: 'src_1', messageId: 'm-1' }]);
  });

  it('returns events in their JSON form, such as a Date as text and NaN as null', async () => {
    const code = `export const transformEvent = () => ({ a: undefined, b: () => 1, c: NaN, d: new Date(0), e: 'ü\\u0000' });`;
    expect(await eventsOf(code)).toEqual([
      { c: null, d: '1970-01-01T00:00:00.000Z', e: 'ü\u0000' },
    ]);
  });
});

describe('transformBatch', () => {
  const events = [
    { messageId: 'a', n: 1 },
    { messageId: 'b', n: 2 },
    { messageId: 'c', n: 3 },
  ];
  const metadata = events.map(({ messageId }) => ({ messageId, from: `source of ${messageId}` }));

  it('gets all events, and its results are assigned to them by object or messageId', async () => {
    const outcome = await run(
      `export async function transformBatch(events, metadata) {
        const [first, , third] = events;
        return [{ ...third, from: metadata(third).from }, first, { sum: 6 }];
      }`,
      { events, metadata },
    );
    expect(outcome).toEqual({
      status: 'ok',
      events: [
        { event: { messageId: 'c', n: 3, from: 'source of c' }, input: 2 },
        { event: events[0], input: 0 },
        { event: { sum: 6 } },
      ],
      dropped: [1],
      logs: [],
    });
  });

  it('has all its results assigned to the only input event', async () => {
    const outcome = await run(`export const transformBatch = () => [{ x: 1 }, { y: 2 }];`);
    expect(outcome).toMatchObject({
      events: [
        { event: { x: 1 }, input: 0 },
        { event: { y: 2 }, input: 0 },
      ],
      dropped: [],
    });
  });

  it('must return an array', async () => {
    expect(await errorOf(`export const transformBatch = (events) => events[0];`)).toBe(
      'transformBatch returned object: it must return an array of events',
    );
  });
});

describe('the exports of a transformation', () => {
  it.each([
    ['nothing', ``, 'The transformation must export transformEvent or transformBatch'],
    [
      'only a default export',
      `export default (event) => event;`,
      'The transformation must export transformEvent or transformBatch',
    ],
    [
      'both functions',
      `export const transformEvent = (e) => e, transformBatch = (e) => e;`,
      'The transformation exports both transformEvent and transformBatch: export one of them',
    ],
    ['an object', `export const transformEvent = {};`, 'transformEvent must be a function'],
  ])('must not be %s', async (_what, code, error) => {
    expect(await errorOf(code)).toBe(error);
  });
});

describe('an error', () => {
  it('shows the name of the transformation and the lines of its code', async () => {
    const code = [
      `export function transformEvent(event) {`,
      `  return [1].map(() => mask(event.context.traits));`,
      `}`,
      `function mask(traits) {`,
      `  return traits.email;`,
      `}`,
    ].join('\n');
    expect(await errorOf(code, { events: [{ context: {} }] })).toBe(
      [
        `TypeError: cannot read property 'email' of undefined`,
        `    at mask (Mask e-mail:5:16)`,
        `    at <anonymous> (Mask e-mail:2:28)`,
        `    at map (native)`,
        `    at transformEvent (Mask e-mail:2:3)`,
      ].join('\n'),
    );
  });

  it('shows the line of a syntax error', async () => {
    expect(await errorOf(`export function transformEvent(event) {\n  return event..x;\n}`)).toMatch(
      /^SyntaxError: .+\n {4}at Mask e-mail:2:\d+$/,
    );
  });

  it('shows the name of the library in which it occurred', async () => {
    const libraries = [library('pii', `\nexport const hide = (text) => text.trim();`)];
    const code = `import { hide } from 'pii';\nexport const transformEvent = () => hide(7);`;
    expect(await errorOf(code, { libraries })).toMatch(
      /^TypeError: not a function\n {4}at hide \(pii:2:\d+\)\n {4}at transformEvent \(Mask e-mail:2:\d+\)$/,
    );
  });
});

describe('libraries', () => {
  it('are imported by name, and can import other libraries', async () => {
    const libraries = [
      library(
        'pii',
        `import { stars } from 'text'; export const hide = (value) => stars(value.length);`,
      ),
      library('text', `export const stars = (count) => '*'.repeat(count);`),
    ];
    const code = `import { hide } from 'pii'; export const transformEvent = () => ({ x: hide('abc') });`;
    expect(await eventsOf(code, { libraries })).toEqual([{ x: '***' }]);
  });

  it('can be imported dynamically', async () => {
    const libraries = [library('pii', `export default 7;`)];
    const code = `export const transformEvent = async () => ({ x: (await import('pii')).default });`;
    expect(await eventsOf(code, { libraries })).toEqual([{ x: 7 }]);
  });

  it('can have the same name as the transformation', async () => {
    const libraries = [library('Mask e-mail', `export const x = 1;`)];
    const code = `import { x } from 'Mask e-mail'; export const transformEvent = () => ({ x });`;
    expect(await eventsOf(code, { libraries })).toEqual([{ x: 1 }]);
  });

  it('are named in the error if they do not exist', async () => {
    const code = `import { x } from 'pij'; export const transformEvent = () => ({ x });`;
    expect(await errorOf(code)).toBe('ImportError: There is no library "pij" to import');
  });

  it('are named in the error if they lack an export', async () => {
    const libraries = [library('pii', `export const show = 1;`)];
    const code = `import { hide } from 'pii'; export const transformEvent = () => ({ hide });`;
    expect(await errorOf(code, { libraries })).toMatch(/SyntaxError: .*'hide'.*'pii'/);
  });
});

describe('globals', () => {
  it('include getCredential, which returns existing credentials', async () => {
    const code = `const early = getCredential('apiKey');
      export const transformEvent = () => ({ early, known: getCredential('apiKey'), unknown: typeof getCredential('nope') });`;
    expect(await eventsOf(code)).toEqual([
      { early: 'secret', known: 'secret', unknown: 'undefined' },
    ]);
  });

  it('include log, which writes all arguments of a call in one line', async () => {
    const outcome = await run(
      `log('early'); export function transformEvent(event) {
        log('a', 1, null, undefined, true, { x: [1] }, new TypeError('bad'), 7n);
        log();
      }`,
    );
    expect(outcome.logs).toEqual([
      'early',
      'a 1 null undefined true {"x":[1]} TypeError: bad 7',
      '',
    ]);
  });

  it('include log, whose lines are kept if the run fails', async () => {
    const outcome = await run(
      `export function transformEvent() { log('before'); throw new Error(); }`,
    );
    expect(outcome).toMatchObject({ status: 'failed', logs: ['before'] });
  });

  it('include Math.random, which returns different numbers in each run', async () => {
    const code = `export const transformEvent = () => ({ x: [Math.random(), Math.random()] });`;
    const numbers = (await Promise.all([eventsOf(code), eventsOf(code)])).flatMap(
      ([event]) => (event as { x: number[] }).x,
    );
    expect(new Set(numbers).size).toBe(4);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  });

  it('include Date.now, which returns the current time', async () => {
    const [event] = await eventsOf(`export const transformEvent = () => ({ now: Date.now() });`);
    expect(Math.abs((event as { now: number }).now - Date.now())).toBeLessThan(60_000);
  });

  it('are reset for each run', async () => {
    const code = `globalThis.runs = (globalThis.runs ?? 0) + 1; Array.prototype.mine = [].mine ? 2 : 1;
      export const transformEvent = () => ({ runs, mine: [].mine });`;
    expect(await eventsOf(code)).toEqual([{ runs: 1, mine: 1 }]);
    expect(await eventsOf(code)).toEqual([{ runs: 1, mine: 1 }]);
  });
});

describe('a run with isPlaced', () => {
  const isPlaced = true;

  it('reports the line of each log call and of the error, also in a library', async () => {
    const code = `import { deep } from 'lib';
export function transformEvent(event) {
  log('one');
  [2].forEach(() => log('two'));
  return deep(event);
}`;
    const lib = { name: 'lib', code: `export const deep = (event) => {\n  return event.a.b;\n};` };
    expect(await run(code, { isPlaced, libraries: [lib] })).toMatchObject({
      status: 'failed',
      place: { line: 5 },
      places: [{ line: 3 }, { line: 4 }],
    });
    const broken = { name: 'lib', code: 'export const deep = (;' };
    expect(await run(code, { isPlaced, libraries: [broken] })).toMatchObject({
      status: 'failed',
      place: { line: 1, library: 'lib' },
    });
  });

  it('reports the line of a syntax error, and no line if the code did not throw', async () => {
    const wrong = await run('export function transformEvent(e) {\n  retu rn e;\n}', { isPlaced });
    expect(wrong).toMatchObject({ status: 'failed', place: { line: 2, column: 8 } });
    const number = await run('export const transformEvent = () => 7;', { isPlaced });
    expect(number).not.toHaveProperty('place');
  });

  it('ignores a stack that the code has forged', async () => {
    const code = `export function transformEvent() {
      const error = new Error('x');
      error.stack = '    at x (Mask e-mail:12345678901:1)\\n    at (x:1\\n' + 'a'.repeat(100_000);
      throw error;
    }`;
    expect(await run(code, { isPlaced })).not.toHaveProperty('place');
  });
});

describe('an offline run', () => {
  it('fails with the reason at the line of the request, unless the code catches it', async () => {
    const offline = 'Not sent: for a reason';
    const plain = await run(
      `export async function transformEvent(e) {\n  return { x: await fetch('https://example.com') };\n}`,
      { offline, isPlaced: true },
    );
    expect(plain).toMatchObject({ status: 'failed', place: { line: 2 } });
    expect(plain).toMatchObject({ error: expect.stringContaining(offline) as unknown });
    const caught = await run(
      `export const transformEvent = async () => ({ x: await fetchV2('https://example.com').catch((e) => e.message) });`,
      { offline },
    );
    expect(caught).toMatchObject({ status: 'ok', events: [{ event: { x: offline } }] });
    expect(caught).not.toHaveProperty('touched');
  });
});

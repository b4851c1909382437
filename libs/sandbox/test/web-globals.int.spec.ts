import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { usualOrLong } from '@lethe/testing';
import { useSandbox } from './sandbox-under-test.js';

const run = useSandbox();
const SEED = Math.floor(Math.random() * 2 ** 31);
const COUNT = usualOrLong(200, 20_000);

/** Expects that a function body returns the same in the sandbox and in Node for each input. */
async function compare(body: string, inputs: readonly unknown[]): Promise<void> {
  const each = `(inputs) => inputs.map((input) => { 'use strict';
    try { return (() => { ${body} })() } catch (error) { return 'threw ' + error.name }
  })`;
  const inNode = runInThisContext(each) as (inputs: readonly unknown[]) => unknown;
  const outcome = await run(
    `export const transformEvent = (e) => ({ out: (${each})(e.inputs) });`,
    {
      events: [{ inputs }],
      metadata: [{}],
    },
  );
  if (outcome.status === 'failed') throw new Error(outcome.error);
  const expected = JSON.parse(JSON.stringify(inNode(inputs))) as unknown[];
  const given = outcome.events[0]?.event.out as unknown[];
  const all = inputs.map((input, at) => ({ input, gives: given[at] }));
  expect({ SEED, all }).toEqual({
    SEED,
    all: inputs.map((input, at) => ({ input, gives: expected[at] })),
  });
}

const sample = <T>(arbitrary: fc.Arbitrary<T>): T[] =>
  fc.sample(arbitrary, { numRuns: COUNT, seed: SEED });
const joined = (...pieces: string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((all) => all.join(''));
const anyText = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.slice(1));

const MEMBERS =
  '[u.href, u.origin, u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search, u.hash, [...u.searchParams], String(u), JSON.stringify(u)]';
const address = joined(
  ...[
    'http:',
    'https:',
    'ftp://',
    'mailto:',
    'file:',
    '//',
    '/',
    '..',
    '?',
    '#',
    '&',
    '=',
    '@',
    ':',
  ],
  ...[
    'a',
    'É',
    'münchen.de',
    'xn--a',
    '127.1',
    '0x7f',
    '[::1]',
    ':80',
    ':65536',
    ' ',
    '%41',
    '%zz',
    '\\',
    '\t',
    '日',
    '\ud800',
    '+',
  ],
);

describe('web globals that behave as in Node:', () => {
  it('URL parses URLs with and without a base', () =>
    compare(
      `const u = input[1] === null ? new URL(input[0]) : new URL(input[0], input[1]); return ${MEMBERS}`,
      sample(
        fc.tuple(address, fc.constantFrom(null, 'https://u:p@example.com:8443/a/b?c#d', 'x:y')),
      ),
    ));

  it('URL sets members', () =>
    compare(
      `const u = new URL('https://u:p@example.com:8443/a/b?c=1&c=2#d');
       const params = u.searchParams;
       for (const [name, value] of input) { try { u[name] = value } catch (e) { return e.name } }
       params.append('é ', '~!');
       return [${MEMBERS}, params === u.searchParams, [...params.keys()]]`,
      sample(
        fc.array(
          fc.tuple(
            fc.constantFrom(
              ...['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port'],
              ...['pathname', 'search', 'hash', 'origin'],
            ),
            address,
          ),
          { maxLength: 3 },
        ),
      ),
    ));

  it('URL.canParse and URL.parse return the same as the constructor', async () => {
    const outcome = await run(
      `const made = (url) => { try { return new URL(url).href } catch { return null } };
       export const transformEvent = ({ inputs }) => ({
         parsed: inputs.map(made).filter((href) => href !== null).length,
         differ: inputs.filter((url) =>
           URL.canParse(url) !== (made(url) !== null) || (URL.parse(url)?.href ?? null) !== made(url)),
       });`,
      { events: [{ inputs: sample(address) }] },
    );
    if (outcome.status === 'failed') throw new Error(outcome.error);
    const { parsed, differ } = outcome.events[0]!.event;
    expect(differ).toEqual([]);
    expect(parsed).toBeGreaterThan(COUNT / 50);
  });

  it('URLSearchParams', () =>
    compare(
      `const p = new URLSearchParams(input[0]);
       const seen = [];
       for (const [what, name, value] of input[1]) {
         const said = value === null ? p[what](name) : p[what](name, value);
         seen.push(said === undefined ? null : said);
       }
       p.sort();
       p.forEach((value, name) => seen.push(name, value));
       return [seen, p.toString(), p.size, [...p.entries()], [...p.values()]]`,
      sample(
        fc.tuple(
          fc.oneof(
            joined('?', '&', '=', '+', '%20', '%C3%A9', '%ff', '%', 'a', 'b', '~', "'"),
            fc.dictionary(anyText, anyText, { maxKeys: 3, noNullPrototype: true }),
            fc.array(fc.tuple(anyText, anyText), { maxLength: 4 }),
            fc.constantFrom([['a']], [[1, 2, 3]], [5], 7),
          ),
          fc.array(
            fc.tuple(
              fc.constantFrom('append', 'set', 'get', 'getAll', 'has', 'delete'),
              fc.constantFrom('a', 'b', 'é'),
              fc.constantFrom('1', '', '\ud800x', null),
            ),
            { maxLength: 5 },
          ),
        ),
      ).filter(([, steps]) =>
        steps.every(([what, , value]) => value !== null || !['append', 'set'].includes(what)),
      ),
    ));

  // This test does not compare with Node, because Node 20 turns the first é into U+FFFD.
  it('URLSearchParams keeps text next to invalid bytes', async () => {
    const code = `export const transformEvent = () => ({ out: [...new URLSearchParams('a=é%C3%A9%ff\\udc00')] })`;
    expect(await run(code)).toMatchObject({
      events: [{ event: { out: [['a', 'éé\ufffd\ufffd']] } }],
    });
  });

  it('atob and btoa', async () => {
    await compare('return btoa(input)', sample(fc.oneof(anyText, fc.string())));
    await compare(
      'return atob(input)',
      sample(joined('A', 'b', '9', '/', '+', '=', ' ', '\n', '-', 'QQ', 'é')),
    );
  });

  it('TextEncoder', () =>
    compare(
      `const into = new Uint8Array(5);
       return [[...new TextEncoder().encode(input)], new TextEncoder().encodeInto(input, into), [...into]]`,
      sample(fc.oneof(anyText, joined('a', 'é', '日', '😀', '\ud83d', '\ude00'))),
    ));

  it('TextDecoder', () =>
    compare(
      `const [label, options, pieces] = input;
       const d = new TextDecoder(label, options);
       const read = () => pieces.map((bytes, at) => d.decode(new Uint8Array(bytes), { stream: at < pieces.length - 1 }));
       const first = read();
       return [d.encoding, d.fatal, d.ignoreBOM, first, read(), d.decode()]`,
      sample(
        fc.tuple(
          fc.constantFrom('utf-8', ' UTF8 ', 'utf-16le', 'unicode', 'nothing'),
          fc.record({ fatal: fc.boolean(), ignoreBOM: fc.boolean() }, { requiredKeys: [] }),
          fc.array(
            fc.oneof(
              fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 6 }),
              fc
                .array(
                  fc.constantFrom(
                    ...[
                      [0xef, 0xbb, 0xbf],
                      [0xff, 0xfe],
                      [0xf0, 0x9f],
                      [0x98, 0x80],
                      [0xe2, 0x82],
                    ],
                    ...[[0xac], [0xed, 0xa0, 0x80], [0xd8, 0x3d], [0x3d, 0xd8, 0x00, 0xde], [0x61]],
                  ),
                )
                .map((all) => all.flat()),
            ),
            { minLength: 1, maxLength: 4 },
          ),
        ),
      ),
    ));

  it('Date with texts in other formats than ISO 8601, and with all other arguments', async () => {
    await compare(
      'return [Date.parse(input), +new Date(input), +new Date(new String(input)), isNaN(new Date(input))]',
      sample(
        fc
          .tuple(
            fc.constantFrom(
              '2024-01-02',
              '2024-1-2',
              '1/2/24',
              'Jan 2 2024',
              '2 Jan',
              '2024',
              'x',
              '\0',
            ),
            fc.constantFrom(
              '',
              'T10:20',
              ' 10:20:30.5',
              ' 13:00 PM',
              ' 24:00',
              'T10:20:60',
              '\u0000',
            ),
            fc.constantFrom('', 'Z', ' GMT+2', '+02:00', ' EST', ' CET', ' (CET)', ' +2', '-0530'),
          )
          .map((parts) => parts.join('')),
      ),
    );
    await compare(`return String((0, eval)('(' + input + ')'))`, [
      ...[
        '+new Date(5)',
        '+new Date("5")',
        '+new Date(null)',
        '+new Date(true)',
        '+new Date(undefined)',
      ],
      ...['+new Date(new Date(7))', '+new Date([2024])', '+new Date([2024, 3])', '+new Date({})'],
      ...[
        '+new Date({ valueOf: () => 9 })',
        '+new Date({ valueOf: () => ({}), toString: () => "2024" })',
      ],
      ...[
        '+new Date({ [Symbol.toPrimitive]: (hint) => hint })',
        'new Date(Symbol())',
        'new Date(5n)',
      ],
      ...[
        '+new Date(2024, 1)',
        '+new Date(2024, 1, 2, 3, 4, 5, 6)',
        'typeof Date()',
        'typeof Date(5)',
      ],
      ...['Date.length', 'Date.name', 'Date.parse()', 'Date.UTC(2024)', 'Object.keys(Date).length'],
      ...[
        'new Date(5).constructor === Date',
        'new Date(5) instanceof Date',
        'typeof new Date().getTime()',
      ],
      ...[
        'new (class Mine extends Date { more() { return 1 } })("2024").more()',
        'Object.prototype.toString.call(new Date(0))',
      ],
      ...['structuredClone(new Date(5)).getTime()', 'JSON.stringify({ at: new Date(0) })'],
      ...[
        'Reflect.construct(Date, ["2024"], Array) instanceof Array',
        '+new Date({ [Symbol.toPrimitive]: () => ({}) })',
      ],
    ]);
  });

  it('structuredClone', async () => {
    const values = [
      ...['1', '"x"', 'null', 'undefined', '10n', 'true', 'NaN', '-0', 'Symbol("a")', '() => 1'],
      ...['{ a: { b: [1, , 3] }, c: undefined }', '[1, , 3]', 'Object.assign([1], { x: 2 })'],
      ...['new Date(5)', 'new Date(NaN)', '/a(b)/gi', 'Object(1)', 'Object("x")', 'Object(false)'],
      ...['Object(10n)', 'Object(Symbol.iterator)', 'new Map([[{ a: 1 }, new Set([1, "2"])]])'],
      ...['new Uint8Array([1, 2, 3]).subarray(1)', 'new Float64Array([1.5])', 'new ArrayBuffer(4)'],
      ...['new DataView(new ArrayBuffer(8), 2, 3)', 'new RangeError("no", { cause: { a: 1 } })'],
      ...[
        'Object.assign(new Error("x"), { name: "Mine", code: 5 })',
        'new WeakMap()',
        'Promise.resolve()',
      ],
      ...['new (class A { x = 1; get y() { return 2 } })()', 'Object.create({ inherited: 1 })'],
      ...[
        '{ get a() { return 5 } }',
        '{ [Symbol("s")]: 1, b: 2 }',
        '{ ["__proto__"]: 1 }',
        '{ f() {} }',
      ],
      ...[
        'Object.defineProperty({}, "hidden", { value: 1 })',
        'new WeakRef({})',
        'new Map([[1, () => 1]])',
      ],
    ];
    const shown = `const show = (v, seen = new Map()) => {
        if (typeof v !== 'object' || v === null) return typeof v + ' ' + String(v) + (Object.is(v, -0) ? ' minus' : '');
        if (seen.has(v)) return 'seen ' + seen.get(v);
        seen.set(v, seen.size);
        const inside = v instanceof Map ? [...v].flat() : v instanceof Set ? [...v] : [];
        const view = ArrayBuffer.isView(v) ? [v.byteOffset, v.byteLength, ...new Uint8Array(v.buffer)] : [];
        const value = v instanceof Date ? v.getTime() : v instanceof RegExp ? String(v) + v.lastIndex : v instanceof Error ? v.message : '';
        const keys = Object.getOwnPropertyNames(v).filter((key) => key !== 'stack' && key !== 'line' && key !== 'column');
        return [Object.prototype.toString.call(v), Object.getPrototypeOf(v)?.constructor?.name, String(value), view,
          inside.map((one) => show(one, seen)), ArrayBuffer.isView(v) ? [] : keys.map((key) => [key, show(v[key], seen)])];
      };`;
    await compare(`${shown} return show(structuredClone((0, eval)('(' + input + ')')))`, values);
    await compare(
      `${shown}
       const a = { list: [1] }; a.self = a; a.again = a.list;
       const buffer = new ArrayBuffer(4);
       const view = new Uint8Array(buffer);
       const both = structuredClone({ a, view, buffer }, input ? { transfer: [buffer] } : undefined);
       return [show(both), both.a.self === both.a, both.a.again === both.a.list, both.view.buffer === both.buffer, buffer.byteLength]`,
      [false, true],
    );
  });
});

/** Returns the value of an expression in a transformation, or the error of the run. */
async function valueOf(expression: string, before = ''): Promise<unknown> {
  const outcome = await run(
    `export const transformEvent = () => { ${before}; return { out: ${expression} } };`,
  );
  return outcome.status === 'ok' ? outcome.events[0]?.event.out : outcome.error;
}

describe('the sandbox refuses', () => {
  it.each([
    [
      "new Date(0).toLocaleString('de', { timeZone: 'Europe/Berlin' })",
      'Date.prototype.toLocaleString',
    ],
    ['new Date(0).toLocaleDateString()', 'Date.prototype.toLocaleDateString'],
    ['new Date(0).toLocaleTimeString()', 'Date.prototype.toLocaleTimeString'],
    ["(1234.5).toLocaleString('de')", 'Number.prototype.toLocaleString'],
    ['12n.toLocaleString()', 'BigInt.prototype.toLocaleString'],
    ['[1, 2].toLocaleString()', 'Number.prototype.toLocaleString'],
    ['new Float32Array(2).toLocaleString()', 'Number.prototype.toLocaleString'],
    ["'a'.localeCompare('B')", 'String.prototype.localeCompare'],
    ["['a', 'B'].sort((a, b) => a.localeCompare(b))", 'String.prototype.localeCompare'],
    ["'i'.toLocaleUpperCase('tr-TR')", 'String.prototype.toLocaleUpperCase'],
    ["'I'.toLocaleLowerCase(['az'])", 'String.prototype.toLocaleLowerCase'],
  ])('%s', async (expression, name) => {
    expect(await valueOf(expression)).toMatch(
      new RegExp(
        `^TypeError: ${name.replaceAll('.', '\\.')} is not available here[^]*\n +at transformEvent`,
      ),
    );
  });

  it('Intl, and encodings other than UTF-8 and UTF-16', async () => {
    expect(await valueOf('typeof Intl')).toBe('undefined');
    expect(await valueOf("new TextDecoder('shift_jis')")).toMatch(
      /^RangeError: The encoding "shift_jis" is not available here. Use utf-8 or utf-16le/,
    );
  });

  it('URLs that are too long, and does not change the URL and its parameters', async () => {
    const code = `
      const long = 'http://a/' + 'b'.repeat(70000);
      const grown = () => Object.assign(new URL('http://a/'), { search: '日'.repeat(10000) });
      const said = (action) => { try { return String(action()) } catch (error) { return error.name + ': ' + error.message } };
      export const transformEvent = () => {
        const url = new URL('http://a/?x=1&y=2');
        const value = 'v'.repeat(70000);
        return {
          said: [
            () => new URL(long), () => new URL('b', long), () => URL.canParse(long), () => URL.parse(long),
            () => { grown().hash = 'x' }, () => { url.href = long }, () => { url.hash = value },
            () => url.searchParams.append('z', value), () => url.searchParams.set('x', value), () => url.searchParams.set('z', value),
          ].map(said),
          url: [url.href, String(url.searchParams), grown().href.length],
        };
      };`;
    const outcome = await run(code);
    const refused = 'RangeError: A URL of more than 65536 characters is not supported here';
    expect(outcome).toMatchObject({
      events: [
        { event: { said: Array(10).fill(refused), url: ['http://a/?x=1&y=2', 'x=1&y=2', 90_010] } },
      ],
    });
  });

  it('no change of case without a locale, or with a locale that has the usual rules', async () => {
    expect(await valueOf("['ß'.toLocaleUpperCase(), 'I'.toLocaleLowerCase('en-US')]")).toEqual([
      'SS',
      'i',
    ]);
  });
});

describe('console', () => {
  it.each(['log', 'info', 'warn', 'error', 'debug'])('logs with console.%s', async (name) => {
    const code = `export const transformEvent = (e) => { console.${name}('a', { b: 1 }); return e; };`;
    expect(await run(code)).toMatchObject({ status: 'ok', logs: ['a {"b":1}'] });
  });
});

describe('the web globals', () => {
  it('can be replaced and detected, and do not keep changes of an earlier run', async () => {
    expect(
      await valueOf("[URL, typeof atob, 'TextEncoder' in globalThis]", "globalThis.URL = 'mine'"),
    ).toEqual(['mine', 'function', true]);
    expect(
      await valueOf('new URL("http://a/b").pathname', 'JSON.parse = () => ({ pathname: "x" })'),
    ).toBe('x');
    expect(await valueOf('new URL("http://a/b").pathname')).toBe('/b');
  });

  it('work in libraries and in top-level code', async () => {
    const code = `import { host } from 'hosts'; const encoded = btoa('x'); export const transformEvent = () => ({ encoded, host });`;
    const libraries = [
      { name: 'hosts', code: `export const host = new URL('http://É.example').host;` },
    ];
    expect(await run(code, { libraries })).toMatchObject({
      events: [{ event: { encoded: 'eA==', host: 'xn--9ca.example' } }],
    });
  });
});

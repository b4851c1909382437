import type { HostileTransformation } from './hostile-transformation.js';

const TIME = /^The transformation ran longer than 100 ms$/;

const bomb = (name: string, code: string): HostileTransformation => ({ name, code, fails: TIME });
const inEvent = (name: string, body: string) =>
  bomb(name, `export async function transformEvent(event) { ${body} return event; }`);

/** Transformations that do not end before their time is over. */
export const CPU_BOMBS: readonly HostileTransformation[] = [
  bomb('a loop in top-level code', `for (;;) {} export const transformEvent = (event) => event;`),
  bomb(
    'a loop in top-level code after an await',
    `await 1; for (;;) {} export const transformEvent = (event) => event;`,
  ),
  inEvent('a loop', `for (;;) {}`),
  inEvent('a loop after an await', `await null; for (;;) {}`),
  inEvent('a loop that catches its interruption', `for (;;) { try { for (;;) {} } catch {} }`),
  inEvent('a loop of URLs', `for (;;) new URL('http://a/?b').searchParams.append('c', 'd');`),
  inEvent('a loop in finally', `try { for (;;) {} } finally { for (;;) {} }`),
  inEvent(
    'a promise that continues after an interruption',
    `const spin = async () => { await null; for (;;) {} };
     const again = () => spin().then(again, again); await again();`,
  ),
  inEvent(
    'a loop in a generator',
    `function* all() { for (;;) yield 1; } for (const x of all()) ;`,
  ),
  inEvent(
    'a flood of microtasks',
    `const next = () => { Promise.resolve().then(next); }; next(); await new Promise(() => {});`,
  ),
  inEvent('an endless chain of awaits', `for (;;) await null;`),
  inEvent('a loop in a comparator', `[3, 2, 1].sort(() => { for (;;) {} });`),
  inEvent('a loop in a reviver', `JSON.parse('[1]', () => { for (;;) {} });`),
  inEvent('a pattern that backtracks', `/^(a+)+$/.test('a'.repeat(60) + '!');`),
  inEvent('a search in a huge string', `'a'.repeat(4e6).indexOf('a'.repeat(2e6) + 'b');`),
  inEvent(
    'an index search in an endless list',
    `Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);`,
  ),
  inEvent('a product of huge integers', `const x = (1n << 500_000n) - 1n; for (;;) x * x;`),
  inEvent('a huge integer as text', `for (;;) String((1n << 1_000_000n) - 1n);`),
  inEvent(
    'an endless iterator',
    `new Set({ [Symbol.iterator]: () => ({ next: () => ({ value: 1 }) }) });`,
  ),
  inEvent('a loop in a getter of the returned event', `return { get x() { for (;;) {} } };`),
  inEvent('a loop in toJSON', `return { toJSON() { for (;;) {} } };`),
  inEvent('a loop in a trap of a proxy', `return new Proxy({}, { ownKeys() { for (;;) {} } });`),
  inEvent(
    'a returned proxy of a list with a huge length',
    `return new Proxy([], { get: (t, key) => (key === 'length' ? 2 ** 40 : t[key]) });`,
  ),
  inEvent(
    'a returned list with a huge length and no items',
    `return Object.assign([], { length: 2 ** 32 - 1 });`,
  ),
  inEvent('a loop in a then', `return { then() { for (;;) {} } };`),
  inEvent(
    'a loop in the message of an error',
    `throw Object.defineProperty(new Error(), 'message', { get() { for (;;) {} } });`,
  ),
  inEvent('a loop in a value that log prints', `log({ toJSON() { for (;;) {} } });`),
  inEvent('a loop in the URL of a request', `await fetch({ toString() { for (;;) {} } });`),
  inEvent('endless requests', `for (;;) await fetch('http://127.0.0.1:1/');`),
];

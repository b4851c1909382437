import type { HostileTransformation } from './hostile-transformation.js';

const flood = (name: string, body: string): HostileTransformation => ({
  name,
  code: `export async function transformEvent(event) { ${body} return { done: true }; }`,
  gives: [{ done: true }],
});

export const FLOODS: readonly HostileTransformation[] = [
  flood('many log lines', `for (let i = 0; i < 10_000; i += 1) log('line', i);`),
  flood('a huge log line', `log('x'.repeat(2_000_000));`),
  flood('a log line of many parts', `log(...Array(10_000).fill('x'.repeat(1_000)));`),
  flood(
    'log lines that cannot be printed',
    `const o = {}; o.o = o; log(o, Symbol('x'), 1n, null, () => 1, new Proxy({}, { get() { throw 1; } }));`,
  ),
  flood(
    'requests at once',
    `await Promise.all(Array.from({ length: 500 }, () => fetch('http://127.0.0.1:1/')));`,
  ),
  flood(
    'requests that are not awaited',
    `for (let i = 0; i < 500; i += 1) void fetch('http://127.0.0.1:1/');`,
  ),
  flood(
    'unhandled rejections',
    `for (let i = 0; i < 1_000; i += 1) void Promise.reject(new Error('unheard'));`,
  ),
];

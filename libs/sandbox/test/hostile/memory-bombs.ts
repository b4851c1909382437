import type { HostileTransformation } from './hostile-transformation.js';

const MEMORY = /^The transformation used more than 16 MiB of memory/;

const bomb = (name: string, body: string): HostileTransformation => ({
  name,
  code: `export async function transformEvent(event) { ${body} return event; }`,
  fails: MEMORY,
});

export const MEMORY_BOMBS: readonly HostileTransformation[] = [
  bomb('an array that grows', `const all = []; for (;;) all.push(all.length, 'x', {});`),
  bomb('arrays in arrays', `let all = []; for (;;) all = [all, new Array(10_000).fill(0)];`),
  bomb('strings', `const all = []; for (;;) all.push('x'.repeat(100_000) + all.length);`),
  bomb('typed arrays', `const all = []; for (;;) all.push(new Uint8Array(1_000_000));`),
  bomb('one huge buffer', `new ArrayBuffer(1_000_000_000);`),
  bomb('a map', `const all = new Map(); for (let i = 0; ; i += 1) all.set(i, 'x' + i);`),
  bomb('clones', `const all = []; for (;;) all.push(structuredClone(new Array(1_000).fill(0)));`),
  bomb(
    'bytes of texts',
    `const all = [new Uint8Array(12_000_000)]; for (;;) all.push(new TextEncoder().encode('é'.repeat(9_999)));`,
  ),
  bomb('closures', `let last; for (;;) { const before = last; last = () => before; }`),
  bomb('Array.from of a billion', `Array.from({ length: 1e9 });`),
  bomb('an array that is filled', `new Array(1e8).fill(1);`),
  bomb('promises that never resolve', `const all = []; for (;;) all.push(new Promise(() => {}));`),
  bomb(
    'promises that resolve to each other',
    `const next = () => Promise.resolve().then(next); await next();`,
  ),
  bomb(
    'buffers until no memory is left, and then objects',
    `const all = []; for (;;) try { all.push(new Uint8Array(1e6).fill(1)); } catch { all.push({}); }`,
  ),
  bomb('an async recursion', `const dig = async () => { await null; await dig(); }; await dig();`),
  bomb('split', `'x'.repeat(10_000_000).split('');`),
  bomb(
    'memory that is requested again after each refusal',
    `const all = []; for (let i = 0; i < 200; i += 1) { try { for (;;) all.push(new Uint8Array(100_000)); } catch {} }
     for (;;) all.push({ all });`,
  ),
  {
    name: 'a global that outlives the failure',
    code: `export function transformEvent() { globalThis.all = []; for (;;) try { for (;;) all.push(new Uint8Array(50_000)); } catch { for (;;) all.push([]); } }`,
    fails: MEMORY,
  },
  {
    name: 'a string that doubles',
    code: `export function transformEvent() { let text = 'x'; for (;;) text = (text + text).replace('x', 'y'); }`,
    fails: MEMORY,
  },
  {
    name: 'a power of huge integers',
    code: `export const transformEvent = () => ({ x: String(2n ** (2n ** 30n)) });`,
    fails: /^RangeError: BigInt is too large/,
  },
  {
    name: 'a string of a billion characters',
    code: `export const transformEvent = () => ({ x: 'x'.padStart(2 ** 30) });`,
    fails:
      /^(RangeError: invalid string length|InternalError: string too long|The transformation used more than 16 MiB of memory)/,
  },
];

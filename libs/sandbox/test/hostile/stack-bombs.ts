import type { HostileTransformation } from './hostile-transformation.js';

const STACK = /^The transformation used more than 256 KiB of stack: its calls or values are nested/;

const bomb = (name: string, body: string): HostileTransformation => ({
  name,
  code: `export async function transformEvent(event) { ${body} return event; }`,
  fails: STACK,
});

export const STACK_BOMBS: readonly HostileTransformation[] = [
  bomb('a recursion', `const dig = () => dig() + 1; dig();`),
  bomb('a recursion of constructors', `class Deep { inner = new Deep(); } new Deep();`),
  bomb('a recursion of generators', `function* dig() { yield* dig(); } [...dig()];`),
  bomb('a recursion of toString', `const deep = { toString: () => '' + deep }; String(deep);`),
  bomb(
    'a recursion of Symbol.toPrimitive',
    `const deep = { [Symbol.toPrimitive]: () => deep * 1 }; deep + 1;`,
  ),
  bomb(
    'a clone of deep objects',
    `let deep = {}; for (let i = 0; i < 20_000; i += 1) deep = { deep }; structuredClone(deep);`,
  ),
  bomb('a recursion of comparators', `const dig = () => [1, 2].sort(dig); dig();`),
  bomb('a recursion of replacers', `const dig = () => 'a'.replace(/a/, dig); dig();`),
  bomb(
    'a recursion of proxy traps',
    `const deep = new Proxy({}, { get: (t, key, self) => self[key] }); deep.x;`,
  ),
  bomb(
    'a chain of proxies',
    `let deep = {}; for (let i = 0; i < 20_000; i += 1) deep = new Proxy(deep, {}); deep.x;`,
  ),
  bomb(
    'nested arrays that are flattened',
    `let deep = []; for (let i = 0; i < 20_000; i += 1) deep = [deep]; deep.flat(Infinity);`,
  ),
  bomb('nested JSON', `JSON.parse('['.repeat(1_000_000));`),
  bomb(
    'a deep object that is printed',
    `let deep = {}; for (let i = 0; i < 20_000; i += 1) deep = { deep }; JSON.stringify(deep);`,
  ),
  bomb(
    'a deep object that is returned',
    `let deep = {}; for (let i = 0; i < 20_000; i += 1) deep = { deep }; return deep;`,
  ),
  bomb('a nested pattern', `new RegExp('(?:'.repeat(100_000) + ')'.repeat(100_000));`),
  bomb('nested source code', `eval('['.repeat(100_000) + ']'.repeat(100_000));`),
  {
    name: 'nested source code of the module itself',
    code: `export const transformEvent = ${'['.repeat(10_000)}${']'.repeat(10_000)};`,
    fails: STACK,
  },
  {
    name: 'a returned event that is deep, but not too deep for the interpreter',
    code: `export function transformEvent(event) { for (let i = 0; i < 128; i += 1) event = { event }; return event; }`,
    fails: /^The transformation returned an event that is nested deeper than 128 levels$/,
  },
  {
    name: 'a returned event with too many values',
    code: `export const transformEvent = () => ({ x: Array.from({ length: 300_000 }, () => 1) });`,
    fails: /^The transformation returned more than 262,144 values$/,
  },
  {
    name: 'a returned event with too many different names',
    code: `export function transformEvent(event) { for (let i = 0; i < 17_000; i += 1) event['n' + i] = 0; return event; }`,
    fails: /^The transformation returned members of more than 16,384 different names$/,
  },
];

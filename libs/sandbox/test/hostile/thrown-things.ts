import type { HostileTransformation } from './hostile-transformation.js';

const throwing = (name: string, thrown: string, fails: RegExp): HostileTransformation => ({
  name,
  code: `export function transformEvent() { throw ${thrown}; }`,
  fails,
});

/** Transformations that throw unusual values. Each run must fail with a readable text. */
export const THROWN_THINGS: readonly HostileTransformation[] = [
  throwing('undefined', `undefined`, /^The transformation threw undefined$/),
  throwing('a string', `'mine'`, /^The transformation threw the string mine$/),
  throwing('a symbol', `Symbol('mine')`, /^The transformation threw the symbol Symbol\(mine\)$/),
  throwing(
    'an object',
    `{ code: 7 }`,
    /^The transformation threw {"code":7}, which is not an Error$/,
  ),
  throwing(
    'a circular reference',
    `(() => { const o = {}; return (o.o = o); })()`,
    /cannot be printed\], which is not an Error$/,
  ),
  throwing(
    'an error with a hostile toString',
    `Object.assign(new Error('mine'), { toString() { throw 1; } })`,
    /^Error: mine\n/,
  ),
  throwing(
    'an error with hostile getters',
    `Object.defineProperties(new Error(), { name: { get() { throw 1; } }, message: { get() { throw 2; } }, stack: { get() { throw 3; } } })`,
    /^Error$/,
  ),
  throwing(
    'an error whose message is not a string',
    `Object.assign(new Error(), { message: Symbol('x'), name: {} })`,
    /^Error/,
  ),
  throwing(
    'a circle of causes',
    `(() => { const e = new Error('mine'); e.cause = e; return e; })()`,
    /^Error: mine\n/,
  ),
  throwing(
    'a proxy',
    `new Proxy(new Error('mine'), { get() { throw new Error('inner'); }, getPrototypeOf() { throw new Error('inner'); } })`,
    /which is not an Error$/,
  ),
  throwing('a huge message', `new Error('x'.repeat(5_000_000))`, /^Error: x{3000,}/),
  throwing('a huge text', `'x'.repeat(5_000_000)`, /^The transformation threw the string x{3000,}/),
  throwing(
    'control characters and lone surrogates',
    `new Error('a\\0b\\x1b[31m\\ud800')`,
    /^Error: a b \[31m\ufffd/,
  ),
  throwing(
    'a forged report of a limit',
    `Object.assign(new Error('out of memory'), { name: 'InternalError' })`,
    /of memory/,
  ),
];

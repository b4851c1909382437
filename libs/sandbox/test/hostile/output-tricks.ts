import type { HostileTransformation } from './hostile-transformation.js';

const returning = (
  name: string,
  value: string,
  ends: Pick<HostileTransformation, 'fails' | 'gives'>,
) => ({
  name,
  code: `export function transformEvent(event, metadata) { return ${value}; }`,
  ...ends,
});

const EVENTS_OR_NOTHING = /return an event, an array of events, or nothing to drop the event$/;

export const OUTPUT_TRICKS: readonly HostileTransformation[] = [
  returning('a string', `'no event'`, { fails: EVENTS_OR_NOTHING }),
  returning('a function', `() => 1`, { fails: EVENTS_OR_NOTHING }),
  returning('a symbol', `Symbol('x')`, { fails: EVENTS_OR_NOTHING }),
  returning('a list in a list', `[[{}]]`, { fails: /returned an array in its array/ }),
  returning('a getter that throws', `({ get x() { throw new Error('mine'); } })`, {
    fails: /^Error: mine/,
  }),
  returning('a toJSON that returns text', `({ toJSON: () => 'text' })`, {
    fails: /not an object as JSON/,
  }),
  returning('a toJSON that returns nothing', `({ toJSON: () => undefined })`, {
    fails: /not an object as JSON/,
  }),
  returning('a toJSON that returns an event', `({ toJSON: () => ({ x: 1 }) })`, {
    gives: [{ x: 1 }],
  }),
  returning('a cycle', `(event.self = event)`, { fails: /^TypeError: circular reference/ }),
  returning('a huge integer', `({ x: 1n })`, { fails: /^TypeError: (.*)BigInt/i }),
  returning('a proxy that lies', `new Proxy({}, { ownKeys: () => ['a', 'a'] })`, {
    fails: /^TypeError/,
  }),
  returning(
    'a proxy that was revoked',
    `(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })()`,
    { fails: /^TypeError: revoked proxy/ },
  ),
  returning('a then that never calls back', `({ then() {} })`, {
    fails: /^The transformation never settles/,
  }),
  returning(
    'a then that calls back twice',
    `({ then(resolve) { resolve({ x: 1 }); resolve({ x: 2 }); } })`,
    { gives: [{ x: 1 }] },
  ),
  returning('a then that throws', `({ then() { throw null; } })`, {
    fails: /^The transformation threw null$/,
  }),
  returning('a promise that never resolves', `new Promise(() => {})`, {
    fails: /^The transformation never settles/,
  }),
  returning('its metadata function', `metadata`, { fails: EVENTS_OR_NOTHING }),
  returning('too much JSON', `({ x: 'x'.repeat(1024 * 1024) })`, {
    fails: /^The transformation returned more than 1 MiB of JSON$/,
  }),
  returning('too much JSON in many events', `Array(900).fill({ x: 'x'.repeat(2_000) })`, {
    fails: /^The transformation returned more than 1 MiB of JSON$/,
  }),
  returning('JSON that is too large in UTF-8', `({ x: '€'.repeat(500_000) })`, {
    fails: /^The transformation returned more than 1 MiB of JSON$/,
  }),
  returning('too many events', `Array(1_001).fill({})`, {
    fails: /^The transformation returned more than 1,000 events$/,
  }),
  {
    name: 'a replaced JSON object',
    code: `JSON.stringify = () => '{"events":[]}'; JSON.parse = () => null; globalThis.JSON = null;
      export const transformEvent = () => ({ x: 1 });`,
    gives: [{ x: 1 }],
  },
  {
    name: 'a toJSON for all objects and strings',
    code: `Object.prototype.toJSON = function () { return { forged: true }; }; String.prototype.toJSON = () => 'forged';
      export function transformEvent() { log('line'); return { x: 1 }; }`,
    gives: [{ forged: true }],
  },
  {
    name: 'a replaced Promise.prototype.then',
    code: `Promise.prototype.then = () => { throw new Error('mine'); };
      export const transformEvent = () => ({ x: 1 });`,
    gives: [{ x: 1 }],
  },
  {
    name: 'promises without a constructor, which the interpreter itself needs',
    code: `Promise.prototype.constructor = null; export const transformEvent = () => ({ x: 1 });`,
    fails: /^The transformation never settles/,
  },
  {
    name: 'a replaced Array.prototype',
    code: `Array.prototype[Symbol.iterator] = () => { throw new Error('mine'); }; Array.isArray = () => true;
      Array.prototype.push = Array.prototype.map = () => { throw new Error('mine'); };
      export const transformEvent = () => ({ x: 1 });`,
    gives: [{ x: 1 }],
  },
  {
    name: 'a then for all objects',
    code: `Object.prototype.then = function (resolve) { resolve(7); }; export const transformEvent = () => ({ x: 1 });`,
    fails: EVENTS_OR_NOTHING,
  },
  {
    name: 'an export called then',
    code: `export function then() {} export const transformEvent = (event) => event;`,
    fails: /^The transformation never settles/,
  },
  {
    name: 'replaced globals of Lethe',
    code: `log = fetch = fetchV2 = getCredential = undefined; Map.prototype.get = () => 7; Object.freeze(globalThis);
      export const transformEvent = (event, metadata) => ({ source: metadata(event).sourceId });`,
    gives: [{ source: 'src_1' }],
  },
];

import { DATES_PROGRAM } from './globals/dates.js';
import { LOCALES_PROGRAM } from './globals/locales.js';

/**
 * Program of Lethe that runs in the guest, together with the user's code. It defines the globals,
 * calls the transformation, and turns the result into JSON. The host receives only JSON text from
 * this program. So getters, proxies and `toJSON` of a returned value run under the guest's limits.
 *
 * The program has the same globals as hostile code. So it first saves the built-in functions that
 * it needs, and uses objects without a prototype. This protection only keeps error messages clear,
 * and is not needed for security. Code that reaches the host's functions can forge the outcome of
 * its run, but nothing else.
 *
 * The program evaluates to a function. Its first parameter is described by `GuestHost`.
 */
export const GUEST_PROGRAM = `(function (host, limits, texts) {
'use strict';
const { parse, stringify } = JSON;
const { apply } = Reflect;
const { isArray } = Array;
const { create } = Object;
const { slice } = String.prototype;
const { get: mapGet, set: mapSet } = Map.prototype;
const GuestMap = Map, GuestPromise = Promise, GuestError = Error, GuestString = String, GuestTypeError = TypeError;
const { log: hostLog, date: hostDate, seed, credential, request, finish, web, webProgram } = host;

const cut = (text, length) => (text.length > length ? apply(slice, text, [0, length]) : text);

// All runs are copies of one runtime, with the same random state. So this generator (sfc32) gets a
// seed when it is first used. A call of the host for each number would take five times as long.
let a, b, c, d;
const next = () => {
  const t = (((a + b) | 0) + d) | 0;
  d = (d + 1) | 0;
  a = b ^ (b >>> 9);
  b = (c + (c << 3)) | 0;
  c = (((c << 21) | (c >>> 11)) + t) | 0;
  return t >>> 0;
};
const sow = () => {
  a = seed() | 0;
  b = seed() | 0;
  c = seed() | 0;
  d = 1;
  for (let i = 0; i < 12; i += 1) next();
};
Object.defineProperty(Math, 'random', {
  value: { random() {
    if (d === undefined) sow();
    return ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992;
  } }.random,
});
delete globalThis.SharedArrayBuffer;
delete globalThis.Atomics;

const define = (name, value) => {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
};

let loaded;
for (const name of texts.webNames) {
  Object.defineProperty(globalThis, name, {
    get() {
      loaded ??= webProgram()(web);
      define(name, loaded[name]);
      return loaded[name];
    },
    set(value) { define(name, value); },
    configurable: true,
  });
}
${DATES_PROGRAM}
${LOCALES_PROGRAM}
const printed = (value) => {
  if (typeof value === 'string') return value;
  try {
    if (value instanceof GuestError) return value.name + ': ' + value.message;
    const json = typeof value === 'object' ? stringify(value) : undefined;
    return json === undefined ? GuestString(value) : json;
  } catch {
    return '[a value that cannot be printed]';
  }
};

let isPlaced = false;
const stackHere = () => {
  if (!isPlaced) return '';
  const { stack } = new GuestError();
  return typeof stack === 'string' ? cut(stack, limits.errorLength) : '';
};

let lines = 0;
const log = function log(...values) {
  if (lines >= limits.logLines) return;
  lines += 1;
  let line = '';
  for (let i = 0; i < values.length && line.length <= limits.logLineBytes; i += 1) {
    line += (i === 0 ? '' : ' ') + cut(printed(values[i]), limits.logLineBytes + 1);
  }
  hostLog(stringify(cut(line, limits.logLineBytes + 1)), stringify(stackHere()));
};
define('log', log);
define('console', { log, info: log, warn: log, error: log, debug: log });

define('getCredential', function getCredential(key) {
  if (typeof key !== 'string') return undefined;
  const value = credential(stringify(key));
  return value === undefined ? undefined : parse(value);
});

const waiting = create(null);
let requests = 0;
/** Error of the last request in an offline run. The global fetch must not return 'ERROR' for it. */
let offline;
const send = (url, options) =>
  new GuestPromise((resolve, reject) => {
    if (requests >= limits.fetches) throw new GuestError(texts.fetches);
    requests += 1;
    const { method, headers, body } = options ?? {};
    const text = stringify({
      __proto__: null,
      url: GuestString(url),
      method,
      headers,
      body: body === undefined || body === null || typeof body === 'string' ? body : stringify(body),
    });
    waiting[requests] = { __proto__: null, resolve, reject };
    const refused = request(requests, text);
    if (refused !== undefined) throw (offline = new GuestError(parse(refused)));
  });

const settle = (id, text) => {
  const { resolve, reject } = waiting[id];
  delete waiting[id];
  const answer = parse(text);
  if (answer.error === undefined) resolve(answer);
  else reject(new GuestError(answer.error));
};

define('fetch', async function fetch(url, options) {
  try {
    return parse((await send(url, options)).body);
  } catch (error) {
    if (error === offline && offline !== undefined) throw error;
    return 'ERROR';
  }
});

define('fetchV2', async function fetchV2(url, options) {
  const answer = await send(url, options);
  try {
    answer.body = parse(answer.body);
  } catch {
    // The body is not JSON, so it stays a text.
  }
  return answer;
});

/** Error that this program has thrown. Its identity distinguishes it from errors of user code. */
let refusal;
const refuse = (text) => {
  refusal = { __proto__: null, text };
  throw refusal;
};

const field = (value, name) => {
  try {
    const text = value[name];
    return typeof text === 'string' ? cut(text, limits.errorLength) : undefined;
  } catch {
    return undefined;
  }
};

const isObject = (value) =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

const isErrorLike = (value) => {
  try {
    return value instanceof GuestError || typeof value.message === 'string';
  } catch {
    return false;
  }
};

const report = (error) => {
  if (error === refusal && refusal !== undefined) {
    finish(stringify({ __proto__: null, refused: refusal.text }));
  } else if (isObject(error) && isErrorLike(error)) {
    const name = field(error, 'name');
    const message = field(error, 'message');
    const stack = field(error, 'stack');
    finish(stringify({ __proto__: null, name, message, stack }));
  } else {
    const kind = error === null ? 'null' : typeof error;
    finish(stringify({ __proto__: null, thrown: cut(printed(error), limits.errorLength), kind }));
  }
};

const typeName = (value) => (value === null ? 'null' : isArray(value) ? 'an array' : typeof value);

return {
  settle,
  main: async (moduleName, input) => {
    try {
      const { events, metadata, placed } = parse(input);
      isPlaced = placed === true;
      const positions = new GuestMap();
      const ids = new GuestMap();
      for (let i = 0; i < events.length; i += 1) {
        apply(mapSet, positions, [events[i], i]);
        if (typeof events[i].messageId === 'string') apply(mapSet, ids, [events[i].messageId, i]);
      }
      const positionOf = (event) => {
        const known = apply(mapGet, positions, [event]);
        if (known !== undefined) return known;
        const id = isObject(event) ? event.messageId : undefined;
        const sameId = typeof id === 'string' ? apply(mapGet, ids, [id]) : undefined;
        return sameId === undefined && events.length === 1 ? 0 : sameId;
      };

      const exported = await import(moduleName);
      const { transformEvent, transformBatch } = exported;
      if (transformEvent === undefined && transformBatch === undefined) {
        refuse('The transformation must export transformEvent or transformBatch');
      }
      if (transformEvent !== undefined && transformBatch !== undefined) {
        refuse('The transformation exports both transformEvent and transformBatch: export one of them');
      }
      const name = transformEvent === undefined ? 'transformBatch' : 'transformEvent';
      if (typeof exported[name] !== 'function') refuse(name + ' must be a function');

      let output = '';
      let returned = 0;
      const give = (event, position) => {
        if (typeof event !== 'object' || event === null || isArray(event)) {
          refuse(name + ' returned ' + typeName(event) + ' in its array: an event must be an object');
        }
        returned += 1;
        if (returned > limits.outputEvents) refuse(texts.events);
        const json = stringify(event);
        if (typeof json !== 'string' || json[0] !== '{') {
          refuse(name + ' returned a value that is not an object as JSON: an event must be an object');
        }
        output += (returned === 1 ? '' : ',') + '{"event":' + json +
          (position === undefined ? '}' : ',"input":' + position + '}');
        if (output.length > limits.outputLength) refuse(texts.output);
      };
      const giveAll = (list, positionOfItem) => {
        const length = list.length;
        for (let i = 0; i < length; i += 1) {
          const event = list[i];
          if (event !== undefined && event !== null) give(event, positionOfItem(event));
        }
      };

      if (transformBatch !== undefined) {
        const list = [];
        for (let i = 0; i < events.length; i += 1) list[i] = events[i];
        const result = await transformBatch(list, (event) => metadata[positionOf(event)]);
        if (!isArray(result)) {
          refuse('transformBatch returned ' + typeName(result) + ': it must return an array of events');
        }
        giveAll(result, positionOf);
      } else {
        for (let i = 0; i < events.length; i += 1) {
          const result = await transformEvent(events[i], (event) => metadata[positionOf(event) ?? i]);
          if (result === undefined || result === null) continue;
          if (isArray(result)) giveAll(result, () => i);
          else if (typeof result === 'object') give(result, i);
          else refuse('transformEvent returned a ' + typeof result +
            ': return an event, an array of events, or nothing to drop the event');
        }
      }
      finish('{"events":[' + output + ']}');
    } catch (error) {
      report(error);
    }
  },
};
})`;

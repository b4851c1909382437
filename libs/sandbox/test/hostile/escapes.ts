import type { HostileTransformation } from './hostile-transformation.js';

/** Names of the host that must not be in the global object, however code gets this object. */
const PROBE = `['process', 'require', 'module', 'std', 'os', 'bjson', 'Deno', 'Bun', 'Worker', 'WebAssembly',
  'SharedArrayBuffer', 'Atomics', 'Buffer', 'setTimeout', 'setInterval', 'queueMicrotask',
  'print', 'scriptArgs', 'XMLHttpRequest', 'performance', 'importScripts', 'host'].filter((name) => name in root)`;

const probing = (name: string, root: string): HostileTransformation => ({
  name,
  code: `export async function transformEvent() { const root = ${root}; return { found: ${PROBE} }; }`,
  gives: [{ found: [] }],
});

export const ESCAPES: readonly HostileTransformation[] = [
  probing('globalThis', 'globalThis'),
  probing('Function', `Function('return this')()`),
  probing('the constructor of a function', `(() => {}).constructor('return globalThis')()`),
  probing(
    'the constructor of an async function',
    `await (async () => {}).constructor('return globalThis')()`,
  ),
  probing(
    'the constructor of a generator',
    `(function* () {}).constructor('return globalThis')().next().value`,
  ),
  probing(
    'the constructor of an async generator',
    `(await (async function* () {}).constructor('yield globalThis')().next()).value`,
  ),
  probing('an indirect eval', `(0, eval)('this')`),
  probing('the constructor of a global of Lethe', `log.constructor('return globalThis')()`),
  probing('the constructor of a global of the web', `URL.constructor('return globalThis')()`),
  probing('a function of the console', `console.log.constructor('return globalThis')()`),
  probing('the constructor of fetch', `await fetch.constructor('return globalThis')()`),
  probing(
    'the constructor chain of metadata',
    `await new Promise((resolve) => { resolve(metadata_.constructor.constructor('return globalThis')()); function metadata_() {} })`,
  ),
  {
    name: 'the metadata function and its prototypes',
    code: `export function transformEvent(event, metadata) {
      const root = metadata.constructor('return globalThis')();
      Object.getPrototypeOf(metadata).constructor = null;
      return { process: typeof root.process, caller: typeof metadata.caller };
    }`,
    fails: /TypeError: invalid property access/,
  },
  {
    name: 'Error.prepareStackTrace and captureStackTrace',
    code: `export function transformEvent() {
      const seen = [];
      Error.prepareStackTrace = (error, frames) => {
        for (const frame of frames ?? []) seen.push(typeof frame.getFunction?.(), typeof frame.getThis?.());
        return frames;
      };
      try { null.x; } catch (error) { void error.stack; }
      Error.captureStackTrace?.({});
      return { seen: seen.filter((kind) => kind === 'function' || kind === 'object') };
    }`,
    gives: [{ seen: [] }],
  },
  {
    name: 'an error of the host',
    code: `export async function transformEvent() {
      const error = await fetchV2('file:///etc/passwd').catch((e) => e);
      const root = error.constructor.constructor('return globalThis')();
      return { process: typeof root.process, path: /\\/(home|work|node_modules|dist)\\//.test(error.stack) };
    }`,
    gives: [{ process: 'undefined', path: false }],
  },
  {
    name: 'arguments.callee.caller',
    code: `export function transformEvent() { return { caller: arguments.callee.caller }; }`,
    fails: /TypeError/,
  },
  {
    name: 'the sloppy caller of a function',
    code: `export function transformEvent() {
      const sloppy = Function('return sloppyCaller()');
      globalThis.sloppyCaller = Function('return typeof arguments.callee.caller');
      return { caller: sloppy() };
    }`,
    gives: [{ caller: 'undefined' }],
  },
  {
    name: 'a static import of fs',
    code: `import fs from 'fs'; export const transformEvent = () => fs.readdirSync('/');`,
    fails: /^ImportError: There is no library "fs" to import/,
  },
  {
    name: 'a static import of node:fs',
    code: `import { readFileSync } from 'node:fs'; export const transformEvent = () => readFileSync('/etc/passwd');`,
    fails: /^ImportError: There is no library "node:fs" to import/,
  },
  {
    name: 'a static import of the module os of QuickJS',
    code: `import * as os from 'os'; export const transformEvent = () => os.exec(['sh']);`,
    fails: /^ImportError: There is no library "os" to import/,
  },
  {
    name: 'dynamic imports of modules, files and URLs',
    code: `export async function transformEvent() {
      const names = ['fs', 'node:fs', 'std', 'os', './worker.js', '/etc/passwd', 'file:///etc/passwd', 'lethe:sandbox',
        '../../../package.json', 'https://example.com/x.js', 'data:text/javascript,export default 1', ''];
      const loaded = [];
      for (const name of names) await import(name).then(() => loaded.push(name), () => undefined);
      return { loaded };
    }`,
    gives: [{ loaded: [] }],
  },
  {
    name: 'an import by an object with a changing toString',
    code: `export async function transformEvent() {
      let calls = 0;
      const name = { toString() { calls += 1; return calls === 1 ? 'harmless' : 'fs'; } };
      return { loaded: await import(name).then(() => true, (error) => error.message) };
    }`,
    gives: [{ loaded: 'There is no library "harmless" to import' }],
  },
  {
    name: 'import.meta',
    code: `export const transformEvent = () => ({ meta: Object.keys(import.meta), url: typeof import.meta.url });`,
    gives: [{ meta: [], url: 'undefined' }],
  },
  {
    name: 'credentials by prototype names',
    code: `export function transformEvent() {
      const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '\\0', 'apiKey\\0'];
      return { found: keys.filter((key) => getCredential(key) !== undefined), other: typeof getCredential({ toString: () => 'apiKey' }) };
    }`,
    gives: [{ found: [], other: 'undefined' }],
  },
  {
    name: 'a polluted __proto__ in the returned event',
    code: `export const transformEvent = () => JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {"isAdmin": true}}}');`,
    gives: [
      JSON.parse(
        '{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {"isAdmin": true}}}',
      ),
    ],
  },
  {
    name: 'Function.prototype.call and apply replaced to catch internals',
    code: `const caught = [];
    Function.prototype.call = function (...args) { caught.push(this, ...args); };
    Function.prototype.apply = function (...args) { caught.push(this, ...args); };
    Reflect.apply = (...args) => { caught.push(...args); };
    export function transformEvent() { log('x'); getCredential('apiKey'); return { caught: caught.length }; }`,
    gives: [{ caught: 0 }],
  },
  {
    name: 'setters on Object.prototype to catch internals',
    code: `let caught = '';
    for (const name of ['resolve', 'reject', 'url', 'refused', 'name', 'stack', 'thrown', '1', 'text', 'error']) {
      Object.defineProperty(Object.prototype, name, { set() { caught += name; }, get() { caught += name; } });
    }
    export async function transformEvent() {
      log('x');
      await fetch('http://127.0.0.1:1/');
      return { caught };
    }`,
    gives: [{ caught: '' }],
  },
];

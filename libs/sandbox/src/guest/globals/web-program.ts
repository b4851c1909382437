import { STRUCTURED_CLONE_PROGRAM } from './structured-clone.js';
import { TEXT_PROGRAM } from './text.js';
import { URL_PROGRAM } from './url.js';

/** Names of the globals that `WEB_PROGRAM` defines. */
export const WEB_NAMES = [
  ...['DOMException', 'URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder'],
  ...['atob', 'btoa', 'structuredClone'],
] as const;

/**
 * Program that defines globals that users expect and the interpreter lacks. The guest loads the
 * program when it first uses one of these globals. If the image of the runtime contained the
 * program, every run would start more slowly.
 *
 * Because the program is loaded late, hostile code may have run before it. The program lets hostile
 * code reach only one more function of the host, `answerOnHost`, which has no side effects.
 *
 * The program evaluates to a function, which returns an object of these globals by name.
 */
export const WEB_PROGRAM = `(function (web) {
'use strict';
const { parse, stringify } = JSON;
const { apply } = Reflect;
const { isArray } = Array;
const { create } = Object;
const GuestString = String, GuestError = Error, GuestTypeError = TypeError, GuestRangeError = RangeError;
let joinParams;
const ask = (...question) => parse(web(stringify(question)));
const cut = (text, length) => text.slice(0, length);

const made = create(null);
const define = (name, value) => { made[name] = value; };
const defineClass = (Class) => {
  Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: Class.name, configurable: true });
  for (const name of Object.getOwnPropertyNames(Class.prototype)) {
    if (name !== 'constructor') Object.defineProperty(Class.prototype, name, { enumerable: true });
  }
  define(Class.name, Class);
};

const CODES = { __proto__: null, InvalidCharacterError: 5, DataCloneError: 25 };
class DOMException extends Error {
  #name;
  constructor(message = '', name = 'Error') {
    super(message);
    this.#name = GuestString(name);
  }
  get name() { return this.#name; }
  get code() { return CODES[this.#name] ?? 0; }
}
const GuestDOMException = DOMException;
define('DOMException', DOMException);
${TEXT_PROGRAM}
${URL_PROGRAM}
${STRUCTURED_CLONE_PROGRAM}
return made;
})`;

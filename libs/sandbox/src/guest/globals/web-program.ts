import { STRUCTURED_CLONE_PROGRAM } from './structured-clone.js';
import { TEXT_PROGRAM } from './text.js';
import { URL_PROGRAM } from './url.js';

/** Names that the program below gives values for. */
export const WEB_NAMES = [
  ...['DOMException', 'URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder'],
  ...['atob', 'btoa', 'structuredClone'],
] as const;

/**
 * Globals that people expect of a JavaScript environment and the interpreter does not have. The guest asks for them at the first use of one:
 * as a part of each runtime's image they would make the start of every run longer. So it may run behind hostile code, and
 * gives nothing that such code could not write itself, but for one pure function of the host (`answerOnHost`).
 *
 * The value of the program is a function, which returns the values by their names.
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

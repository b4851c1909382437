import { MAX_URL_LENGTH } from './url-on-host.js';

/**
 * Program that defines `URL` and `URLSearchParams` of the URL standard (WHATWG). The host parses
 * URLs, because its parser supports international names. All other functions run in the guest.
 */
export const URL_PROGRAM = `
const parseUrl = (...question) => {
  const answer = ask(...question);
  if (typeof answer === 'string') throw new GuestRangeError('A URL of more than ${MAX_URL_LENGTH} characters is not supported here');
  return answer;
};

/** Decodes percent-encoded UTF-8. Invalid bytes become U+FFFD. */
const percentDecoded = (text) => {
  const whole = text.toWellFormed();
  if (!whole.includes('%')) return whole;
  try { return decodeURIComponent(whole); } catch { /* Invalid bytes are decoded below. */ }
  const bytes = new TextEncoder().encode(text);
  const hex = (code) => (code >= 48 && code <= 57 ? code - 48 : (code | 32) >= 97 && (code | 32) <= 102 ? (code | 32) - 87 : -1);
  let length = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    const [high, low] = bytes[i] === 37 ? [hex(bytes[i + 1]), hex(bytes[i + 2])] : [-1, -1];
    bytes[length] = high < 0 || low < 0 ? bytes[i] : high * 16 + low;
    if (high >= 0 && low >= 0) i += 2;
    length += 1;
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, length));
};
const parseForm = (text) => {
  const list = [];
  for (const part of text.split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const [name, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
    list.push([percentDecoded(name.replaceAll('+', ' ')), percentDecoded(value.replaceAll('+', ' '))]);
  }
  return list;
};
const formEncoded = (text) =>
  encodeURIComponent(text).replace(/[!'()~]|%20/g, (one) =>
    one === '%20' ? '+' : '%' + one.charCodeAt(0).toString(16).toUpperCase());
const formOf = (list) => list.map((pair) => formEncoded(pair[0]) + '=' + formEncoded(pair[1])).join('&');
const scalars = (value) => {
  if (typeof value === 'symbol') throw new GuestTypeError('A symbol cannot be converted to a string');
  return GuestString(value).toWellFormed();
};
const needs = (given, count, what) => {
  if (given < count) throw new GuestTypeError(what + ' needs ' + count + (count === 1 ? ' argument' : ' arguments'));
};

class URLSearchParams {
  #list = [];
  #changed;
  /** Connects the parameters of a URL with the URL. Private, so that user code cannot call it. */
  static #join(params, list, changed) {
    params.#list = list;
    params.#changed = changed;
  }
  static { joinParams = (...args) => URLSearchParams.#join(...args); }
  constructor(init = '') {
    if ((typeof init === 'object' && init !== null) || typeof init === 'function') {
      const iterator = init[Symbol.iterator];
      if (iterator !== undefined && iterator !== null) {
        if (typeof iterator !== 'function') throw new GuestTypeError('The parameters cannot be iterated');
        for (const pair of init) {
          if (typeof pair !== 'object' && typeof pair !== 'function') throw new GuestTypeError('Each parameter must be a pair of name and value');
          const both = [...pair];
          if (both.length !== 2) throw new GuestTypeError('Each parameter must be a pair of name and value');
          this.#list.push([scalars(both[0]), scalars(both[1])]);
        }
      } else {
        const named = new Map();
        for (const name of Reflect.ownKeys(init)) {
          if (Object.getOwnPropertyDescriptor(init, name)?.enumerable) named.set(scalars(name), scalars(init[name]));
        }
        this.#list = [...named];
      }
    } else {
      const text = scalars(init);
      this.#list = parseForm(text.startsWith('?') ? text.slice(1) : text);
    }
  }
  /** Replaces the list of parameters. Throws and changes nothing if the URL would be too long. */
  #become(list) {
    this.#changed?.(formOf(list));
    this.#list = list;
  }
  get size() { return this.#list.length; }
  append(name, value) {
    needs(arguments.length, 2, 'append');
    const pair = [scalars(name), scalars(value)];
    if (this.#changed === undefined) this.#list.push(pair);
    else this.#become([...this.#list, pair]);
  }
  delete(name, value) {
    needs(arguments.length, 1, 'delete');
    const [key, only] = [scalars(name), value === undefined ? undefined : scalars(value)];
    this.#become(this.#list.filter((pair) => pair[0] !== key || (only !== undefined && pair[1] !== only)));
  }
  get(name) {
    needs(arguments.length, 1, 'get');
    const key = scalars(name);
    return this.#list.find((pair) => pair[0] === key)?.[1] ?? null;
  }
  getAll(name) {
    needs(arguments.length, 1, 'getAll');
    const key = scalars(name);
    return this.#list.filter((pair) => pair[0] === key).map((pair) => pair[1]);
  }
  has(name, value) {
    needs(arguments.length, 1, 'has');
    const [key, only] = [scalars(name), value === undefined ? undefined : scalars(value)];
    return this.#list.some((pair) => pair[0] === key && (only === undefined || pair[1] === only));
  }
  set(name, value) {
    needs(arguments.length, 2, 'set');
    const [key, text] = [scalars(name), scalars(value)];
    const first = this.#list.findIndex((pair) => pair[0] === key);
    if (first < 0) this.append(key, text);
    else {
      this.#become(this.#list
        .filter((pair, index) => index <= first || pair[0] !== key)
        .map((pair, index) => (index === first ? [key, text] : pair)));
    }
  }
  sort() {
    this.#become([...this.#list].sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)));
  }
  forEach(callback, thisArg) {
    if (typeof callback !== 'function') throw new GuestTypeError('forEach needs a function');
    for (let i = 0; i < this.#list.length; i += 1) {
      apply(callback, thisArg, [this.#list[i][1], this.#list[i][0], this]);
    }
  }
  *entries() { for (let i = 0; i < this.#list.length; i += 1) yield [...this.#list[i]]; }
  *keys() { for (let i = 0; i < this.#list.length; i += 1) yield this.#list[i][0]; }
  *values() { for (let i = 0; i < this.#list.length; i += 1) yield this.#list[i][1]; }
  toString() {
    return formOf(this.#list);
  }
}
Object.defineProperty(URLSearchParams.prototype, Symbol.iterator, {
  value: URLSearchParams.prototype.entries, writable: true, configurable: true,
});

class URL {
  #parts;
  #params;
  constructor(url, base) {
    needs(arguments.length, 1, 'URL');
    this.#parts = parseUrl('parse', scalars(url), base === undefined ? undefined : scalars(base));
    if (this.#parts === null) throw new GuestTypeError('Invalid URL');
  }
  static parse(url, base) {
    needs(arguments.length, 1, 'URL.parse');
    try { return new URL(url, base); } catch (error) {
      if (error instanceof GuestTypeError) return null;
      throw error;
    }
  }
  static canParse(url, base) {
    needs(arguments.length, 1, 'URL.canParse');
    return parseUrl('parse', scalars(url), base === undefined ? undefined : scalars(base)) !== null;
  }
  get href() { return this.#parts.href; }
  set href(value) {
    const parts = parseUrl('parse', scalars(value));
    if (parts === null) throw new GuestTypeError('Invalid URL');
    this.#take(parts);
  }
  get origin() { return this.#parts.origin; }
  get searchParams() {
    if (this.#params === undefined) {
      this.#params = new URLSearchParams();
      this.#join();
    }
    return this.#params;
  }
  #join() {
    if (this.#params === undefined) return;
    joinParams(this.#params, parseForm(this.#parts.search.slice(1)), (query) => {
      this.#parts = parseUrl('set', this.#parts.href, 'search', query);
    });
  }
  #take(parts) {
    this.#parts = parts;
    this.#join();
  }
  toString() { return this.#parts.href; }
  toJSON() { return this.#parts.href; }
  static {
    for (const name of ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']) {
      Object.defineProperty(URL.prototype, name, {
        get: { get() { return this.#parts[name]; } }.get,
        set: { set(value) { this.#take(parseUrl('set', this.#parts.href, name, scalars(value))); } }.set,
        enumerable: true,
        configurable: true,
      });
    }
  }
}
defineClass(URLSearchParams);
defineClass(URL);
`;

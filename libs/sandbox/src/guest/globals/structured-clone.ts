/** Program that defines `structuredClone` of the HTML standard, for all types of a guest. */
export const STRUCTURED_CLONE_PROGRAM = `
const CLONED_ERRORS = { __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
const cannotClone = (what) => {
  throw new GuestDOMException(what + ' cannot be cloned', 'DataCloneError');
};
const hasBrand = (value, prototype, name) => {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name);
  try { apply(get, value, []); return true; } catch { return false; }
};
const calls = (value, fn, args = []) => {
  try { apply(fn, value, args); return true; } catch { return false; }
};
const NOT_CLONED = [
  [Promise, (value) => value instanceof Promise],
  [WeakMap, (value) => calls(value, WeakMap.prototype.has, [{}])],
  [WeakSet, (value) => calls(value, WeakSet.prototype.has, [{}])],
  [WeakRef, (value) => calls(value, WeakRef.prototype.deref)],
];

const cloneBuffer = (buffer) => {
  const copy = buffer.resizable
    ? new ArrayBuffer(buffer.byteLength, { maxByteLength: buffer.maxByteLength })
    : new ArrayBuffer(buffer.byteLength);
  new Uint8Array(copy).set(new Uint8Array(buffer));
  return copy;
};

const cloneView = (view, clone) => {
  const buffer = clone(view.buffer);
  if (view instanceof DataView) return new DataView(buffer, view.byteOffset, view.byteLength);
  const name = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
  const Type = globalThis[apply(name.get, view, [])];
  return new Type(buffer, view.byteOffset, view.length);
};

/** Clones objects with an internal value; returns undefined for a plain object. */
const cloneExotic = (value, clone) => {
  if (calls(value, Date.prototype.getTime)) return new Date(apply(Date.prototype.getTime, value, []));
  if (calls(value, Boolean.prototype.valueOf)) return Object(apply(Boolean.prototype.valueOf, value, []));
  if (calls(value, Number.prototype.valueOf)) return Object(apply(Number.prototype.valueOf, value, []));
  if (calls(value, String.prototype.valueOf)) return Object(apply(String.prototype.valueOf, value, []));
  if (calls(value, BigInt.prototype.valueOf)) return Object(apply(BigInt.prototype.valueOf, value, []));
  if (calls(value, Symbol.prototype.valueOf)) cannotClone('A symbol');
  if (value !== RegExp.prototype && hasBrand(value, RegExp.prototype, 'source')) return new RegExp(value.source, value.flags);
  if (hasBrand(value, ArrayBuffer.prototype, 'byteLength')) return cloneBuffer(value);
  if (ArrayBuffer.isView(value)) return cloneView(value, clone);
  for (const [Type, is] of NOT_CLONED) if (is(value)) cannotClone('A ' + Type.name);
  return undefined;
};

const cloneError = (error, clone) => {
  const name = GuestString(error.name);
  const Type = name in CLONED_ERRORS ? CLONED_ERRORS[name] : GuestError;
  const made = new Type();
  const own = (key) => Object.getOwnPropertyDescriptor(error, key);
  const put = (key, value) => Object.defineProperty(made, key, { value, writable: true, configurable: true });
  const message = own('message');
  if (message !== undefined && 'value' in message) put('message', GuestString(message.value));
  if (typeof error.stack === 'string') put('stack', error.stack);
  const cause = own('cause');
  if (cause !== undefined && 'value' in cause) put('cause', clone(cause.value));
  return made;
};

define('structuredClone', function structuredClone(value, options) {
  if (arguments.length === 0) throw new GuestTypeError('structuredClone needs a value');
  const seen = new Map();
  const moved = options?.transfer === undefined ? [] : [...options.transfer];
  for (const one of moved) {
    if (!(one instanceof ArrayBuffer) || one.detached || moved.indexOf(one) !== moved.lastIndexOf(one)) {
      cannotClone('The transferred object');
    }
  }
  const members = (from, to, clone) => {
    for (const key of Object.keys(from)) {
      if (Object.hasOwn(from, key)) {
        const member = clone(from[key]);
        Object.defineProperty(to, key, { value: member, writable: true, enumerable: true, configurable: true });
      }
    }
    return to;
  };
  const clone = (given) => {
    if (typeof given === 'symbol') cannotClone('A symbol');
    if (typeof given === 'function') cannotClone('A function');
    if (typeof given !== 'object' || given === null) return given;
    if (seen.has(given)) return seen.get(given);
    const keep = (copy) => (seen.set(given, copy), copy);
    const prototype = Object.getPrototypeOf(given);
    // This is a shortcut for most objects, because each of the following checks costs an exception.
    if (prototype === Object.prototype || prototype === null) return members(given, keep({}), clone);
    if (calls(given, Map.prototype.has)) {
      const copy = keep(new Map());
      const entries = [];
      apply(Map.prototype.forEach, given, [(inner, key) => entries.push([key, inner])]);
      for (const [key, inner] of entries) copy.set(clone(key), clone(inner));
      return copy;
    }
    if (calls(given, Set.prototype.has)) {
      const copy = keep(new Set());
      const entries = [];
      apply(Set.prototype.forEach, given, [(inner) => entries.push(inner)]);
      for (const inner of entries) copy.add(clone(inner));
      return copy;
    }
    if (isArray(given)) {
      const copy = keep([]);
      copy.length = given.length;
      return members(given, copy, clone);
    }
    const exotic = cloneExotic(given, clone);
    if (exotic !== undefined) return keep(exotic);
    if (given instanceof GuestError) return keep(cloneError(given, clone));
    if (given instanceof URL || given instanceof URLSearchParams) cannotClone('A URL');
    return members(given, keep({}), clone);
  };
  const copy = clone(value);
  for (const one of moved) one.transfer();
  return copy;
});
`;

import { isObject } from '@lethe/contracts/json';
import type { Step } from './json-path.js';

/** Maximum index of an array. A mapping needs less, and a huge index would create a huge array. */
const MAX_INDEX = 999;

type Container = Record<string, unknown> | unknown[];

/**
 * Writes a value to the location to which the steps lead, and creates missing objects and arrays.
 *
 * @param root object or array that is changed
 * @throws Error. Its message continues a sentence that begins with the name of the field
 */
export function placeValue(root: Container, steps: readonly Step[], value: unknown): void {
  const last = steps.at(-1);
  if (last === undefined) throw new Error('must name a place below "$"');
  let current: Container = root;
  for (const [index, step] of steps.slice(0, -1).entries()) {
    const next = memberOf(current, step) ?? (typeof steps[index + 1] === 'number' ? [] : {});
    if (!isObject(next) && !Array.isArray(next)) {
      throw new Error(
        'needs an object or a list on its path, but another mapping has set another value there',
      );
    }
    put(current, step, next);
    current = next as Container;
  }
  put(current, last, value);
}

function memberOf(container: Container, step: Step): unknown {
  if (Array.isArray(container)) return typeof step === 'number' ? container[step] : undefined;
  return Object.hasOwn(container, step) ? container[String(step)] : undefined;
}

function put(container: Container, step: Step, value: unknown): void {
  if (Array.isArray(container) !== (typeof step === 'number')) {
    throw new Error('uses an array as an object, or an object as an array');
  }
  if (typeof step === 'number' && (step < 0 || step > MAX_INDEX)) {
    throw new Error(`has an index outside of 0 to ${String(MAX_INDEX)}`);
  }
  if (Array.isArray(container)) {
    while (container.length < Number(step)) container.push(null);
  }
  // An assignment to `__proto__` would change the prototype, so the property is defined.
  Object.defineProperty(container, step, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

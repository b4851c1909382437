import { isObject } from '@lethe/contracts/json';
import type { Step } from './json-path.js';

/** Enough for lists that somebody maps by hand, and no way to make a huge array of holes. */
const MAX_INDEX = 999;

type Container = Record<string, unknown> | unknown[];

/**
 * Puts a value at a place, making the objects and arrays on the way.
 *
 * @param root is changed
 * @throws Error whose message goes on after the name of the field
 */
export function placeValue(root: Container, steps: readonly Step[], value: unknown): void {
  const last = steps.at(-1);
  if (last === undefined) throw new Error('must name a place below "$"');
  let here: Container = root;
  for (const [index, step] of steps.slice(0, -1).entries()) {
    const next = memberOf(here, step) ?? (typeof steps[index + 1] === 'number' ? [] : {});
    if (!isObject(next) && !Array.isArray(next)) {
      throw new Error('leads through a place that another mapping has filled');
    }
    put(here, step, next);
    here = next as Container;
  }
  put(here, last, value);
}

function memberOf(container: Container, step: Step): unknown {
  if (Array.isArray(container)) return typeof step === 'number' ? container[step] : undefined;
  return Object.hasOwn(container, step) ? container[String(step)] : undefined;
}

function put(container: Container, step: Step, value: unknown): void {
  if (Array.isArray(container) !== (typeof step === 'number')) {
    throw new Error('takes an array for an object, or an object for an array');
  }
  if (typeof step === 'number' && (step < 0 || step > MAX_INDEX)) {
    throw new Error(`has an index that is not from 0 to ${String(MAX_INDEX)}`);
  }
  if (Array.isArray(container)) {
    while (container.length < Number(step)) container.push(null);
  }
  // `__proto__` is a name like any other here.
  Object.defineProperty(container, step, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

import { isObject } from '@lethe/contracts/json';

/**
 * Returns a JSON value with its members in the order of a model, and other members last. A
 * comparison by line then shows only real differences.
 */
export function orderedLike(value: unknown, model: unknown): unknown {
  if (Array.isArray(value)) {
    const models: readonly unknown[] = Array.isArray(model) ? model : [];
    return value.map((element, index) => orderedLike(element, models[index]));
  }
  if (!isObject(value)) return value;
  const other = isObject(model) ? model : {};
  const names = Object.keys(value);
  const shared = Object.keys(other).filter((name) => Object.hasOwn(value, name));
  const own = names.filter((name) => !Object.hasOwn(other, name));
  return Object.fromEntries(
    [...shared, ...own].map((name) => [name, orderedLike(value[name], other[name])]),
  );
}

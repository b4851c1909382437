import type { JsonObject } from '@lethe/contracts';
import { isObject } from '@lethe/contracts/json';
import { OutputBudget } from '../../output-budget.js';

/**
 * Flattens an object to one level. For example, `{ a: { b: [1] } }` becomes `{ 'a.b[0]': 1 }`.
 * Empty arrays and objects stay values, so that they do not disappear.
 *
 * @throws TransformError when the result would be too large. The result repeats the names of all
 *   outer objects for each value.
 */
export function flatten(object: JsonObject): JsonObject {
  const budget = new OutputBudget();
  const entries: [string, unknown][] = [];
  const walk = (path: string, value: unknown): void => {
    if (Array.isArray(value) && value.length > 0) {
      value.forEach((member, index) => {
        walk(`${path}[${String(index)}]`, member);
      });
    } else if (isObject(value) && Object.keys(value).length > 0) {
      for (const [name, member] of Object.entries(value)) walk(`${path}.${name}`, member);
    } else {
      budget.spendBytes(path.length);
      budget.spend(value);
      entries.push([path, value]);
    }
  };
  for (const [name, value] of Object.entries(object)) walk(name, value);
  return Object.fromEntries(entries);
}

import type { JsonObject } from '@lethe/contracts';
import { isObject } from '@lethe/contracts/json';
import { OutputBudget } from '../../output-budget.js';

/**
 * One level out of many: `{ a: { b: [1] } }` becomes `{ 'a.b[0]': 1 }`. Empty arrays and objects
 * stay what they are, since there would be nothing left of them.
 *
 * @throws TransformError when the names, which are repeated for each value, would be too large
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

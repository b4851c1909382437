import { isObject } from '@lethe/contracts/json';
import { type ListPath, type Step, valueAt } from './json-path.js';
import { placeValue } from './place-value.js';

type Container = Parameters<typeof placeValue>[0];

/**
 * Writes the first value to the first member of a list, the second value to the second member, and
 * so on. Extends members that an earlier mapping has created.
 *
 * @param root object or array that is changed
 * @param values one value for each member; undefined for a member without a value
 * @throws Error. Its message continues a sentence that begins with the name of the field
 */
export function fillList(
  root: Container,
  { list, member }: ListPath,
  values: readonly unknown[],
): void {
  const members = listAt(root, list);
  for (const [index, value] of values.entries()) {
    if (member.length === 0) {
      members[index] = value ?? null;
      continue;
    }
    if (members.length === index) members.push(typeof member[0] === 'number' ? [] : {});
    if (value === undefined || value === null) continue;
    const found = members[index];
    if (!isObject(found) && !Array.isArray(found)) {
      throw new Error(
        'needs an object or a list on its path, but another mapping has set another value there',
      );
    }
    placeValue(found as Container, member, value);
  }
}

export function lengthOfList(root: Container, list: readonly Step[]): number {
  const found = valueAt(root, list);
  return Array.isArray(found) ? found.length : 0;
}

function listAt(root: Container, steps: readonly Step[]): unknown[] {
  if (steps.length === 0) throw new Error('must name a place below "$"');
  const found = valueAt(root, steps);
  if (Array.isArray(found)) return found as unknown[];
  const created: unknown[] = [];
  if (found !== undefined) {
    throw new Error('needs a list on its path, but another mapping has set another value there');
  }
  placeValue(root, steps, created);
  return created;
}

import { isObject } from '@lethe/contracts/json';
import { type ListPath, type Step, valueAt } from './json-path.js';
import { placeValue } from './place-value.js';

type Container = Parameters<typeof placeValue>[0];

/**
 * Fills a list member by member: the first value goes into the first member, and so on. Members that another mapping made
 * already get theirs beside.
 *
 * @param root is changed
 * @param values undefined for a member that gets none, and keeps its position
 * @throws Error whose message goes on after the name of the field
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
    const there = members[index];
    if (!isObject(there) && !Array.isArray(there)) {
      throw new Error('leads through a place that another mapping has filled');
    }
    placeValue(there as Container, member, value);
  }
}

/** @returns how many members the list has by now */
export function lengthOfList(root: Container, list: readonly Step[]): number {
  const there = valueAt(root, list);
  return Array.isArray(there) ? there.length : 0;
}

function listAt(root: Container, steps: readonly Step[]): unknown[] {
  if (steps.length === 0) throw new Error('must name a place below "$"');
  const there = valueAt(root, steps);
  if (Array.isArray(there)) return there as unknown[];
  const made: unknown[] = [];
  if (there !== undefined) throw new Error('leads through a place that another mapping has filled');
  placeValue(root, steps, made);
  return made;
}

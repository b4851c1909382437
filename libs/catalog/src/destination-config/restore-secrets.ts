import { showKey, type DetailsCollector } from '@lethe/contracts';
import {
  changeSecrets,
  maskSecret,
  type DestinationDefinition,
} from '@lethe/destination-definitions';

type Members = Readonly<Record<string, unknown>>;
/** Stored values that a given value may stand for, the likeliest first. */
type Before = readonly unknown[];

/** A mask, as `maskSecret` makes them, in quotes or as a part of an address. No secret can look like one. */
const MASK = /^(['"]?).{0,2}\*\*\*\1$|^[Hh][Tt][Tt][Pp][Ss]?:.*\*\*\*/su;

/**
 * Puts stored secrets back in the place of their masks, so that an answer can be edited and sent
 * without its secrets. In a list the stored element is the one with the same other members (a header
 * of the same name), else the one at the same position.
 *
 * @param definition of the destination's type; without one every text is a secret
 * @param given configuration of the request
 * @param stored present configuration; empty for a new destination
 * @param problems gets each mask that stands for no stored secret, as `config.…`
 */
export function restoreSecrets(
  definition: DestinationDefinition | undefined,
  given: Members,
  stored: Members,
  problems: DetailsCollector,
): Record<string, unknown> {
  const isSecret = (name: string): boolean =>
    definition === undefined ||
    definition.config.secretKeys.some((key) => name === key || name.startsWith(`${key}.`));
  const shown = (name: string, stored: unknown): unknown => {
    if (definition === undefined) return maskSecret(stored);
    const key = definition.config.secretKeys.find((secret) => name.startsWith(secret)) ?? name;
    return changeSecrets(key, stored, maskSecret);
  };
  const restore = (value: unknown, path: string, name: string, before: Before): unknown => {
    if (isMask(value) && isSecret(name)) {
      const kept = before.find((candidate) => shown(name, candidate) === value);
      if (kept === undefined) {
        problems.add(path, 'is a mask that matches no stored secret; give the secret itself');
      }
      return kept;
    }
    if (Array.isArray(value)) {
      return value.map((element, index) =>
        restore(element, `${path}[${index}]`, name, elementsLike(element, index, before)),
      );
    }
    if (typeof value !== 'object' || value === null) return value;
    return mapMembers(value as Members, (member, key) =>
      restore(member, `${path}.${showKey(key)}`, `${name}.${key}`, membersOf(before, key)),
    );
  };
  return mapMembers(given, (value, key) =>
    restore(value, `config.${showKey(key)}`, key, membersOf([stored], key)),
  );
}

function isMask(value: unknown): boolean {
  return typeof value === 'string' && MASK.test(value);
}

function membersOf(before: Before, key: string): unknown[] {
  return before.flatMap((value) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? [(value as Members)[key]]
      : [],
  );
}

/**
 * The stored elements that may stand behind a given one, the likeliest first: those with the same
 * unmasked members, of them the one at the same position before others; then whatever is at that
 * position.
 */
function elementsLike(element: unknown, index: number, before: Before): unknown[] {
  return before.filter(Array.isArray).flatMap((list: readonly unknown[]) => {
    const at = index < list.length ? [list[index]] : [];
    const like = (candidate: unknown): boolean => isLike(element, candidate);
    return [...at.filter(like), ...list.filter(like), ...at];
  });
}

/** Whether two elements agree in every member that is not masked. */
function isLike(element: unknown, candidate: unknown): boolean {
  if (typeof element !== 'object' || element === null) return false;
  if (typeof candidate !== 'object' || candidate === null) return false;
  return Object.entries(element).every(
    ([key, value]) =>
      isMask(value) || JSON.stringify(value) === JSON.stringify((candidate as Members)[key]),
  );
}

function mapMembers(
  members: Members,
  map: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, map(value, key)]));
}

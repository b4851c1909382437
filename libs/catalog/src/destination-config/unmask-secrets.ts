import { type DetailsCollector, type JsonObject, showKey } from '@lethe/contracts';
import { ValueIds } from '@lethe/contracts/bounds';
import { maskConfig, maskSecret, type DestinationDefinition } from '@lethe/destination-definitions';
import { StoredElements } from './stored-elements.js';

/** A stored value that a given one may stand for, and how answers show it. */
interface Before {
  readonly stored: unknown;
  readonly shown: unknown;
}

/** A mask, as `maskSecret` makes them, in quotes or as a part of an address. No secret can look like one. */
const MASK = /^(['"]?).{0,2}\*\*\*\1$|^[Hh][Tt][Tt][Pp][Ss]?:.*\*\*\*/su;

/**
 * Puts stored secrets back in the place of their masks, so that an answer can be edited and sent
 * without its secrets. In a list the stored element is the one that answers show in the same way (a
 * header of the same name), else the one at the same position. Takes time that grows with the size of
 * both configurations.
 *
 * @param definition of the destination's type; without one every text is a secret
 * @param given configuration of the request
 * @param stored present configuration; empty for a new destination
 * @param problems gets each mask that stands for no stored secret, as `config.…`
 */
export function unmaskSecrets(
  definition: DestinationDefinition | undefined,
  given: JsonObject,
  stored: JsonObject,
  problems: DetailsCollector,
): Record<string, unknown> {
  const ids = new ValueIds();
  const isSecret = (name: string): boolean =>
    definition === undefined ||
    definition.config.secretKeys.some((key) => name === key || name.startsWith(`${key}.`));
  const isShownAs = (mask: unknown, { stored, shown }: Before): boolean =>
    shown === mask || (definition === undefined && maskSecret(stored) === mask);

  const restore = (value: unknown, path: string, name: string, before?: Before): unknown => {
    if (isMask(value) && isSecret(name)) {
      if (before !== undefined && isShownAs(value, before)) return before.stored;
      problems.add(path, 'is a mask that matches no stored secret; give the secret itself');
      return undefined;
    }
    if (Array.isArray(value)) return restoreList(value, path, name, before);
    if (typeof value !== 'object' || value === null) return value;
    return mapMembers(value as JsonObject, (member, key) =>
      restore(member, `${path}.${showKey(key)}`, `${name}.${key}`, memberOf(before, key)),
    );
  };
  const restoreList = (
    list: readonly unknown[],
    path: string,
    name: string,
    before: Before | undefined,
  ): unknown[] => {
    const elements = StoredElements.of(before, ids);
    return list.map((element, index) => {
      const same = elements?.like(element, index);
      if (same !== undefined) return same.restored;
      return restore(element, `${path}[${index}]`, name, elements?.at(index));
    });
  };

  const before = { stored, shown: maskConfig(definition, stored) };
  return mapMembers(given, (value, key) =>
    restore(value, `config.${showKey(key)}`, key, memberOf(before, key)),
  );
}

function isMask(value: unknown): boolean {
  return typeof value === 'string' && MASK.test(value);
}

function memberOf(before: Before | undefined, key: string): Before | undefined {
  if (before === undefined || !isMember(before.stored, key)) return undefined;
  const shown = isMember(before.shown, key) ? before.shown[key] : undefined;
  return { stored: before.stored[key], shown };
}

function isMember(value: unknown, key: string): value is JsonObject {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

function mapMembers(
  members: JsonObject,
  map: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, map(value, key)]));
}

import { type DetailsCollector, type JsonObject, showKey } from '@lethe/contracts';
import { ValueIds } from '@lethe/contracts/bounds';
import { maskConfig, maskSecret, type DestinationDefinition } from '@lethe/destination-definitions';
import { StoredElements } from './stored-elements.js';

/** A stored value to which a mask in a request can refer, and the masked form of this value. */
interface StoredValue {
  readonly stored: unknown;
  readonly shown: unknown;
}

/**
 * Matches a mask of `maskSecret`, also in quotes or in a URL. A text that matches is never stored
 * as a secret.
 */
const MASK = /^(['"]?).{0,2}\*\*\*\1$|^[Hh][Tt][Tt][Pp][Ss]?:.*\*\*\*/su;

/**
 * Replaces masks by the stored secrets, so that callers can edit a configuration and send it back
 * without its secrets. In a list, an element refers to the stored element with the same masked
 * form. For example, a header refers to the stored header with the same name and the same mask. If
 * there is no such element, a mask refers to the stored element at the same position. The time is
 * linear in the size of both configurations.
 *
 * @param definition of the destination's type; if absent, every text is a secret
 * @param given configuration of the request
 * @param stored the stored configuration; empty for a new destination
 * @param problems receives a problem for each mask that matches no stored secret, with a path that
 * begins with `config.`
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
  const isShownAs = (mask: unknown, { stored, shown }: StoredValue): boolean =>
    shown === mask || (definition === undefined && maskSecret(stored) === mask);

  const restore = (value: unknown, path: string, name: string, before?: StoredValue): unknown => {
    if (isMask(value) && isSecret(name)) {
      if (before !== undefined && isShownAs(value, before)) return before.stored;
      problems.add(path, 'is a mask that matches no stored secret; send the secret itself');
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
    before: StoredValue | undefined,
  ): unknown[] => {
    const elements = StoredElements.of(before, ids);
    return list.map((element, index) => {
      const same = elements?.findMatch(element, index);
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

function memberOf(before: StoredValue | undefined, key: string): StoredValue | undefined {
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

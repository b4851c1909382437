import type { JsonObject } from '@lethe/contracts';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import { changeSecrets } from './secret-parts.js';

/**
 * What is shown in place of a secret: its first two characters, then `***`. An empty value is no
 * secret and stays empty; anything but text is hidden whole.
 */
export function maskSecret(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return value;
  if (typeof value !== 'string') return '***';
  // Cut between code points: half of a surrogate pair could not be sent as JSON text.
  return `${Array.from(value.slice(0, 4)).slice(0, 2).join('')}***`;
}

/**
 * A destination's configuration as it may be shown.
 *
 * @param definition of the destination's type; without one nobody knows what is secret, and every
 *   text is masked
 * @param config as stored; not changed
 */
export function maskConfig(
  definition: DestinationDefinition | undefined,
  config: JsonObject,
): Record<string, unknown> {
  if (definition === undefined) return maskTexts(config) as Record<string, unknown>;
  return changeConfig(definition, config, maskSecret);
}

/**
 * A copy of a configuration in which what is secret is something else.
 *
 * @param change gets each secret, see `changeSecrets`
 */
export function changeConfig(
  definition: DestinationDefinition,
  config: JsonObject,
  change: (secret: unknown) => unknown,
): Record<string, unknown> {
  return definition.config.secretKeys.reduce<Record<string, unknown>>(
    (changed, key) =>
      changeAt(changed, key.split('.'), (value) => changeSecrets(key, value, change)) as Record<
        string,
        unknown
      >,
    { ...config },
  );
}

function changeAt(
  value: unknown,
  path: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(value);
  if (Array.isArray(value)) return value.map((element) => changeAt(element, path, change));
  // Not the shape that the definition speaks of: better hidden than shown.
  if (typeof value !== 'object' || value === null) return change(value);
  if (!Object.hasOwn(value, name)) return value;
  const members = value as Record<string, unknown>;
  return { ...members, [name]: changeAt(members[name], rest, change) };
}

function maskTexts(value: unknown): unknown {
  if (typeof value === 'string') return maskSecret(value);
  if (Array.isArray(value)) return value.map(maskTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, maskTexts(member)]),
  );
}

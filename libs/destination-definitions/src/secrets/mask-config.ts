import type { JsonObject } from '@lethe/contracts';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import { changeSecrets } from './secret-parts.js';

/**
 * Returns the mask of a secret, which consists of the first two characters and `***`. An empty
 * value stays empty. The mask of a value that is not a text is only `***`.
 */
export function maskSecret(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return value;
  if (typeof value !== 'string') return '***';
  // The text is cut between code points, because half of a surrogate pair is invalid in JSON.
  return `${Array.from(value.slice(0, 4)).slice(0, 2).join('')}***`;
}

/**
 * Returns a copy of a destination's configuration with masks instead of secrets.
 *
 * @param definition definition of the destination's type; if undefined, all texts are masked
 * @param config stored configuration, which is not changed
 */
export function maskConfig(
  definition: DestinationDefinition | undefined,
  config: JsonObject,
): Record<string, unknown> {
  if (definition === undefined) return maskTexts(config) as Record<string, unknown>;
  return changeConfig(definition, config, maskSecret);
}

/**
 * Returns a copy of a configuration with changed secrets.
 *
 * @param change called with each secret; see `changeSecrets`
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
  // The value does not fit the definition. The whole value is changed, because it can be secret.
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

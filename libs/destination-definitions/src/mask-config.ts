import type { DestinationDefinition } from './destination-definition.js';

type Config = Readonly<Record<string, unknown>>;

/**
 * What is shown in place of a secret: its first two characters, then `***`. An empty value is no
 * secret and stays empty; anything but text is hidden whole.
 */
export function maskSecret(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return value;
  if (typeof value !== 'string') return '***';
  // By code points: half of a surrogate pair could not be sent as JSON text.
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
  config: Config,
): Record<string, unknown> {
  if (definition === undefined) return maskTexts(config) as Record<string, unknown>;
  return definition.config.secretKeys.reduce<Record<string, unknown>>(
    (masked, key) => maskPath(masked, key.split('.')) as Record<string, unknown>,
    { ...config },
  );
}

function maskPath(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return maskSecret(value);
  if (Array.isArray(value)) return value.map((element) => maskPath(element, path));
  // Not the shape that the definition speaks of: better hidden than shown.
  if (typeof value !== 'object' || value === null) return maskSecret(value);
  if (!Object.hasOwn(value, name)) return value;
  const members = value as Record<string, unknown>;
  return { ...members, [name]: maskPath(members[name], rest) };
}

function maskTexts(value: unknown): unknown {
  if (typeof value === 'string') return maskSecret(value);
  if (Array.isArray(value)) return value.map(maskTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, maskTexts(member)]),
  );
}

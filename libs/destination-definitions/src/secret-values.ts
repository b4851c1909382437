import type { DestinationDefinition } from './destination-definition.js';

type Config = Readonly<Record<string, unknown>>;

/**
 * The secret texts of configurations: what their `secretKeys` hold, and of a value such as
 * `Bearer abc` also the part that is the secret.
 *
 * @param definition without one nobody knows what is secret: then every text counts
 * @param configs the stored one and the one in effect, say
 */
export function secretValues(
  definition: DestinationDefinition | undefined,
  configs: readonly Config[],
): readonly string[] {
  const found = new Set<string>();
  for (const config of configs) {
    if (definition === undefined) {
      addTexts(config, found);
    } else {
      for (const key of definition.config.secretKeys) addAt(config, key.split('.'), found);
    }
  }
  return [...found];
}

function addAt(value: unknown, path: readonly string[], found: Set<string>): void {
  const [name, ...rest] = path;
  if (name === undefined || typeof value !== 'object' || value === null) {
    // At the end of the path, or not the shape that the definition speaks of.
    addTexts(value, found);
  } else if (Array.isArray(value)) {
    for (const element of value) addAt(element, path, found);
  } else if (Object.hasOwn(value, name)) {
    addAt((value as Config)[name], rest, found);
  }
}

function addTexts(value: unknown, found: Set<string>): void {
  if (typeof value === 'number') {
    addTexts(String(value), found);
  } else if (typeof value === 'string') {
    const text = value.trim();
    if (text !== '') found.add(text);
    if (value !== text && text !== '') found.add(value);
    const credentials = /^[A-Za-z][\w-]*\s+(\S{4,})$/.exec(text)?.[1];
    if (credentials !== undefined) found.add(credentials);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) addTexts(member, found);
  }
}

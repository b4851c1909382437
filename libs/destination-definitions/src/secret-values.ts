import type { DestinationDefinition } from './destination-definition.js';
import { changeConfig } from './mask-config.js';

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
      changeConfig(definition, config, (secret) => {
        addTexts(secret, found);
        return secret;
      });
    }
  }
  return [...found];
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

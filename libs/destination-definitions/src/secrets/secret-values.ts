import type { JsonObject } from '@lethe/contracts';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import { changeConfig } from './mask-config.js';
import { credentialsInSecret } from './credentials-in-secret.js';

/**
 * Returns the secret texts of configurations, for `createSecretMasker`. These are the values at
 * `secretKeys`, and the secret parts of these values, for example of `Bearer abc`, JSON or an
 * address.
 *
 * @param definition definition of the destination's type; if undefined, all texts are secret
 * @param configs configurations, for example the stored configuration and the effective
 *   configuration
 */
export function secretValues(
  definition: DestinationDefinition | undefined,
  configs: readonly JsonObject[],
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
    const text = addText(value, found);
    const credentials = /^[A-Za-z][\w-]*\s+(\S{4,})$/.exec(text)?.[1];
    if (credentials !== undefined) found.add(credentials);
    for (const part of credentialsInSecret(text)) addText(part, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) addTexts(member, found);
  }
}

/** Adds a text verbatim and in trimmed form, and returns the trimmed text. */
function addText(value: string, found: Set<string>): string {
  const text = value.trim();
  if (text === '') return text;
  found.add(text);
  found.add(value);
  return text;
}

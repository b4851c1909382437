import type { JsonObject } from '@lethe/contracts';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import { changeConfig } from './mask-config.js';
import { credentialsInSecret } from './credentials-in-secret.js';

/**
 * The secret texts of configurations, which `createSecretMasker` hides: what their `secretKeys` hold, and of
 * a value such as `Bearer abc`, of JSON and of addresses also the part that is the secret. Which fields are
 * secret says each definition (`secrets`).
 *
 * @param definition without one nobody knows what is secret: then every text counts
 * @param configs the stored one and the one in effect, say
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

/** Adds a text with and without the blanks around it. @returns the text without */
function addText(value: string, found: Set<string>): string {
  const text = value.trim();
  if (text === '') return text;
  found.add(text);
  found.add(value);
  return text;
}

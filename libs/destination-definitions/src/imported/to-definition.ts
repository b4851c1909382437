import type { ConfigField } from '../definition/config-field.js';
import { defineDestination } from '../definition/define-destination.js';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import type { ImportedDefinition } from './definition.schema.js';

/** Returns an operator's definition in the form that the API returns. */
export function toDefinition(given: ImportedDefinition): DestinationDefinition {
  const { name, displayName, category, provider, config, capabilities } = given;
  const variables = config.destConfig.defaultConfig;
  // If the definition has no `secretKeys`, Lethe masks all variables, because any variable can be
  // secret.
  const secrets = [
    ...new Set([...(config.secretKeys ?? variables), ...secretPaths(config.fields, '')]),
  ];
  const { deletion } = capabilities;
  const defined = defineDestination({
    name,
    displayName,
    category,
    provider,
    variables,
    secrets,
    messageTypes: config.supportedMessageTypes,
    ...(deletion.supported || deletion.reason !== undefined ? { deletion } : {}),
  });
  return {
    ...defined,
    id: given.id ?? defined.id,
    config: {
      ...defined.config,
      // A variable without a field in the definition has no field here, so it can have any value.
      fields: withSecrets(config.fields, secrets),
      supportedConnectionModes: config.supportedConnectionModes,
    },
    capabilities: {
      ...defined.capabilities,
      // A definition cannot enable tests for a category that the Test API does not support.
      test:
        defined.capabilities.test.supported && !capabilities.test.supported
          ? {
              reason: `Its definition says that ${displayName} cannot be tested.`,
              ...capabilities.test,
            }
          : defined.capabilities.test,
    },
  };
}

type Fields = Readonly<Record<string, ConfigField>>;

/** Returns the paths of secrets, such as `headers.to` for `to` in each element of `headers`. */
function secretPaths(fields: Fields, prefix: string): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    if (field.secret === true) return [path];
    return secretPaths(membersOf(field), `${path}.`);
  });
}

function membersOf({ members, items }: ConfigField): Fields {
  return members ?? (items === undefined ? {} : membersOf(items));
}

function withSecrets(fields: Fields, secrets: readonly string[]): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      secrets.includes(name) ? { ...field, secret: true } : field,
    ]),
  );
}

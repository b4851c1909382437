import type { ConfigField } from './config-field.js';
import { testCapability } from './test-capability.js';
import {
  MESSAGE_TYPES,
  type DeletionCapability,
  type DestinationCategory,
  type DestinationDefinition,
  type MessageType,
  type PresetDefinition,
  type ProviderName,
} from './destination-definition.js';

/** Facts about a destination type. `defineDestination` derives the rest of the definition. */
export interface DestinationFacts {
  readonly name: string;
  readonly displayName: string;
  readonly category: DestinationCategory;
  readonly variables: readonly string[];
  readonly secrets: readonly string[];
  /** Fields of the variables that are not plain text. */
  readonly fields?: Readonly<Record<string, ConfigField>>;
  /** Absent if Lethe makes no requests for the type. */
  readonly provider?: ProviderName;
  readonly presets?: readonly PresetDefinition[];
  /** If absent, all message types are supported. */
  readonly messageTypes?: readonly MessageType[];
  /** If absent, Lethe cannot delete at destinations of the type. */
  readonly deletion?: DeletionCapability;
}

/** Returns the definition of a destination type, as the API returns it. */
export function defineDestination(facts: DestinationFacts): DestinationDefinition {
  return {
    id: `def_${facts.name.toLowerCase()}`,
    name: facts.name,
    displayName: facts.displayName,
    category: facts.category,
    ...(facts.provider === undefined ? {} : { provider: facts.provider }),
    config: {
      destConfig: { defaultConfig: facts.variables },
      fields: describeFields(facts),
      secretKeys: facts.secrets,
      supportedMessageTypes: facts.messageTypes ?? MESSAGE_TYPES,
      supportedConnectionModes: ['cloud'],
    },
    capabilities: {
      test: testCapability(facts.category),
      deletion: facts.deletion ?? {
        supported: false,
        reason: `Lethe cannot delete users at ${facts.displayName}.`,
      },
    },
    ...(facts.presets === undefined ? {} : { presets: facts.presets }),
  };
}

function describeFields({ variables, secrets, fields }: DestinationFacts) {
  return Object.fromEntries(
    variables.map((name): [string, ConfigField] => {
      const field = fields?.[name] ?? { type: 'string' };
      return [name, secrets.includes(name) ? { ...field, secret: true } : field];
    }),
  );
}

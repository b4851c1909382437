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

/** What is written down for each type; the rest follows from the category. */
export interface DestinationFacts {
  readonly name: string;
  readonly displayName: string;
  readonly category: DestinationCategory;
  readonly variables: readonly string[];
  readonly secrets: readonly string[];
  /** What the variables hold that do not simply hold a text. */
  readonly fields?: Readonly<Record<string, ConfigField>>;
  /** Who makes the requests; absent where nobody does. */
  readonly provider?: ProviderName;
  readonly presets?: readonly PresetDefinition[];
  /** All types when absent. */
  readonly messageTypes?: readonly MessageType[];
  /** Not supported when absent. */
  readonly deletion?: DeletionCapability;
}

/** Completes the facts about a type to the element that the API shows. */
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

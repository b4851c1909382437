import type { ConfigField } from './config-field.js';
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

/** Categories that cannot be tested, with the reason: there is no HTTP request that the Test API could show. */
const UNTESTABLE: Readonly<Partial<Record<DestinationCategory, string>>> = {
  stream: 'Events go to a stream or queue, not out as HTTP requests.',
  spreadsheet: 'Events go to a spreadsheet, not out as HTTP requests.',
  'key-value-cache': 'Events go to a key-value cache, not out as HTTP requests.',
  'stream-insert-warehouse': 'Events are inserted as a stream, not sent out as HTTP requests.',
  'object-store': 'Events are written to objects in batches, not sent out as HTTP requests.',
  'file-transfer': 'Events are written to files in batches, not sent out as HTTP requests.',
  warehouse: 'Events are loaded into tables in batches, not sent out as HTTP requests.',
  custom: 'Events do not go there: it is for deletions by a worker of your own.',
};

/** Completes the facts about a type to the element that the API shows. */
export function defineDestination(facts: DestinationFacts): DestinationDefinition {
  const untestable = UNTESTABLE[facts.category];
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
      test:
        untestable === undefined ? { supported: true } : { supported: false, reason: untestable },
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

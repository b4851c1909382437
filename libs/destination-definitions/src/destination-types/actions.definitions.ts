import { createRequire } from 'node:module';
import { PRESETS, type ConfigField } from '../definition/config-field.js';
import { defineDestination } from '../definition/define-destination.js';
import type {
  DeletionCapability,
  DestinationCategory,
  DestinationDefinition,
  MessageType,
  PresetDefinition,
} from '../definition/destination-definition.js';

/** A type of the actions library, in the file that `libs/destinations/scripts` generates. */
interface ActionsFacts {
  readonly name: string;
  readonly slug: string;
  readonly displayName: string;
  readonly category?: DestinationCategory;
  readonly fields: Readonly<Record<string, ConfigField>>;
  readonly presets: readonly PresetDefinition[];
  readonly messageTypes?: readonly MessageType[];
  /** If absent, the integration cannot delete. */
  readonly deletion?: DeletionCapability;
}

const FACTS = createRequire(import.meta.url)(
  '@lethe/destination-definitions/actions-definitions.json',
) as readonly ActionsFacts[];
const SLUGS = new Map(FACTS.map(({ name, slug }) => [name, slug]));

/**
 * Definitions of the types of the actions library. The library itself is not loaded. `WEBHOOK`,
 * `KAFKA` and `S3` are missing, because Lethe has separate definitions of these types.
 */
export const ACTIONS_DEFINITIONS: readonly DestinationDefinition[] = FACTS.map((facts) =>
  defineDestination({
    name: facts.name,
    displayName: facts.displayName,
    category: facts.category ?? 'cloud',
    provider: 'actions',
    variables: [...Object.keys(facts.fields), 'presets'],
    secrets: [...secretFields(facts.fields), 'presets.mapping'],
    fields: { ...facts.fields, presets: PRESETS },
    presets: facts.presets,
    ...(facts.messageTypes === undefined ? {} : { messageTypes: facts.messageTypes }),
    ...(facts.deletion === undefined ? {} : { deletion: facts.deletion }),
  }),
);

/**
 * Returns the names of the library's secret fields, and of fields with addresses. An address can
 * contain a credential.
 */
function secretFields(fields: ActionsFacts['fields']): string[] {
  return Object.entries(fields).flatMap(([name, { secret, type, choices }]) => {
    const isAddress =
      type === 'string' && choices === undefined && /(url|uri|endpoint)$/i.test(name);
    return secret === true || isAddress ? [name] : [];
  });
}

/** @returns the name of a type in the actions library; undefined if the library lacks the type */
export function actionsSlug(name: string): string | undefined {
  return SLUGS.get(name);
}

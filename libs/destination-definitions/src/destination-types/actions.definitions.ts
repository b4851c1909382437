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

/** An element of the generated file; `libs/destinations/scripts` says how it comes about. */
interface ActionsFacts {
  readonly name: string;
  readonly slug: string;
  readonly displayName: string;
  readonly category?: DestinationCategory;
  readonly fields: Readonly<Record<string, ConfigField>>;
  readonly presets: readonly PresetDefinition[];
  readonly messageTypes?: readonly MessageType[];
  /** Absent where the integration has no way to delete at all. */
  readonly deletion?: DeletionCapability;
}

const FACTS = createRequire(import.meta.url)(
  '@lethe/destination-definitions/actions-definitions.json',
) as readonly ActionsFacts[];
const SLUGS = new Map(FACTS.map(({ name, slug }) => [name, slug]));

/**
 * The destinations of the actions library, without the library. Its `WEBHOOK`, `KAFKA` and `S3` are
 * not among them: those names are ours, and so is what they mean.
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

/** The fields that the library calls secret, and addresses: these may have a credential in them. */
function secretFields(fields: ActionsFacts['fields']): string[] {
  return Object.entries(fields).flatMap(([name, { secret, type, choices }]) => {
    const isAddress =
      type === 'string' && choices === undefined && /(url|uri|endpoint)$/i.test(name);
    return secret === true || isAddress ? [name] : [];
  });
}

/** @returns what the actions library calls a type, `undefined` for a type that is not of it */
export function actionsSlug(name: string): string | undefined {
  return SLUGS.get(name);
}

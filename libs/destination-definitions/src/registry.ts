import { ACTIONS_DEFINITIONS } from './actions.definitions.js';
import type { DestinationDefinition } from './destination-definition.js';
import { STORE_DEFINITIONS } from './store.definitions.js';
import { STREAM_DEFINITIONS } from './stream.definitions.js';
import { WAREHOUSE_DEFINITIONS } from './warehouse.definitions.js';
import { WEBHOOK_DEFINITIONS } from './webhook.definitions.js';

const ALL: readonly DestinationDefinition[] = Object.freeze(
  [
    ...ACTIONS_DEFINITIONS,
    ...WEBHOOK_DEFINITIONS,
    ...STREAM_DEFINITIONS,
    ...STORE_DEFINITIONS,
    ...WAREHOUSE_DEFINITIONS,
  ].sort((a, b) => (a.name < b.name ? -1 : 1)),
);
const BY_NAME = new Map(ALL.map((definition) => [definition.name, definition]));

/** Every definition, ordered by name. */
export function allDefinitions(): readonly DestinationDefinition[] {
  return ALL;
}

/** @param name type of a destination, exactly as it is defined (upper case) */
export function findDefinition(name: string): DestinationDefinition | undefined {
  return BY_NAME.get(name);
}

import { ACTIONS_DEFINITIONS } from './actions.definitions.js';
import { CUSTOM_DEFINITIONS } from './custom.definitions.js';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import { STORE_DEFINITIONS } from './store.definitions.js';
import { STREAM_DEFINITIONS } from './stream.definitions.js';
import { WAREHOUSE_DEFINITIONS } from './warehouse.definitions.js';
import { HTTP_DEFINITIONS } from './http.definitions.js';

/** What Lethe defines itself, in no order. */
export const BUILT_IN_DEFINITIONS: readonly DestinationDefinition[] = [
  ...ACTIONS_DEFINITIONS,
  ...CUSTOM_DEFINITIONS,
  ...HTTP_DEFINITIONS,
  ...STREAM_DEFINITIONS,
  ...STORE_DEFINITIONS,
  ...WAREHOUSE_DEFINITIONS,
];
const BY_NAME = new Map(BUILT_IN_DEFINITIONS.map((definition) => [definition.name, definition]));

/**
 * A definition of Lethe's own, whatever was imported. For what is made while modules load.
 *
 * @param name exactly as it is defined (upper case)
 */
export function findBuiltInDefinition(name: string): DestinationDefinition | undefined {
  return BY_NAME.get(name);
}

import { ACTIONS_DEFINITIONS } from './actions.definitions.js';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import { HTTP_DEFINITIONS } from './http.definitions.js';
import { LISTED_DEFINITIONS } from './listed.definitions.js';

/** What Lethe defines itself, in no order. */
export const BUILT_IN_DEFINITIONS: readonly DestinationDefinition[] = [
  ...ACTIONS_DEFINITIONS,
  ...HTTP_DEFINITIONS,
  ...LISTED_DEFINITIONS,
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

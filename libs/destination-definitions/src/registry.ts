import { BUILT_IN_DEFINITIONS } from './destination-types/built-in-definitions.js';
import type { DestinationDefinition } from './definition/destination-definition.js';
import { parseDefinitions, type DefinitionProblem } from './imported/parse-definitions.js';

interface Registry {
  readonly all: readonly DestinationDefinition[];
  readonly byName: ReadonlyMap<string, DestinationDefinition>;
}

/** Created once, by the import or when definitions are first read. */
let registry: Registry | undefined;

/**
 * Adds the operator's definitions of types that a transformer serves. They can replace types of the
 * actions library, but no other types. Called once, at the start of a process.
 *
 * @param document document in the form of `GET /destination-definitions`; a list, or an object with
 *   the list in `definitions`
 * @returns all problems; if there is a problem, no definition is imported
 * @throws Error if definitions were read before, because the earlier readers would not have the
 *   imported definitions
 */
export function importDefinitions(document: unknown): readonly DefinitionProblem[] {
  if (registry !== undefined) throw new Error('Definitions are imported before they are read.');
  const { definitions, problems } = parseDefinitions(document);
  if (problems.length === 0) registry = createRegistry(definitions);
  return problems;
}

/** Returns all definitions, sorted by name. */
export function allDefinitions(): readonly DestinationDefinition[] {
  return current().all;
}

/** @param name type of a destination, in upper case */
export function findDefinition(name: string): DestinationDefinition | undefined {
  return current().byName.get(name);
}

/** Label in metrics for all types that have no definition. */
export const OTHER_TYPE = 'other';

/**
 * Returns the label of a type in metrics. Types without a definition share one label, because
 * destinations can have any text as type, and the number of labels must be limited.
 *
 * @param name type of a destination
 * @returns the type; `OTHER_TYPE` if the type has no definition
 */
export function typeLabel(name: string): string {
  return findDefinition(name) === undefined ? OTHER_TYPE : name;
}

function current(): Registry {
  registry ??= createRegistry([]);
  return registry;
}

function createRegistry(imported: readonly DestinationDefinition[]): Registry {
  const byName = new Map(
    [...BUILT_IN_DEFINITIONS, ...imported].map((definition) => [definition.name, definition]),
  );
  const all = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { all: Object.freeze(all), byName };
}

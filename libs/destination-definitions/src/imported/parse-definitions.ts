import {
  BUILT_IN_DEFINITIONS,
  findBuiltInDefinition,
} from '../destination-types/built-in-definitions.js';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import { definitionSchema } from './definition.schema.js';
import { describeIssue } from './members.js';
import { toDefinition } from './to-definition.js';

/** A problem in a document with definitions. */
export interface DefinitionProblem {
  /** Path such as `[0].config.secretKeys[1]`; empty if the problem concerns the whole document. */
  readonly path: string;
  /** End of a sentence that begins with the path. */
  readonly problem: string;
}

export interface ParsedDefinitions {
  /** The definitions in the sequence of the document. */
  readonly definitions: readonly DestinationDefinition[];
  readonly problems: readonly DefinitionProblem[];
}

/**
 * Reads definitions that an operator has written, or that another installation has returned. Skips
 * built-in types.
 *
 * @param document parsed JSON or YAML; a list, or an object with the list in `definitions`
 */
export function parseDefinitions(document: unknown): ParsedDefinitions {
  const { elements, prefix } = listOf(document);
  if (elements === undefined) {
    const problem = 'must be a list of definitions, or an object with that list in "definitions"';
    return { definitions: [], problems: [{ path: prefix, problem }] };
  }
  const problems: DefinitionProblem[] = [];
  const definitions: DestinationDefinition[] = [];
  const paths = new Map<string, string>();
  elements.forEach((element, index) => {
    if (isBuiltIn(element)) return;
    const elementPath = `${prefix}[${String(index)}]`;
    const add = (path: string, problem: string): void => {
      problems.push({ path: `${elementPath}${path}`, problem });
    };
    const refusal = refuseName(element, paths, elementPath);
    if (refusal !== undefined) add('.name', refusal);
    const parsed = definitionSchema.safeParse(element, { error: describeIssue });
    for (const { path, message } of parsed.error?.issues ?? [])
      add(path.map(toStep).join(''), message);
    if (!parsed.success) return;
    const definition = toDefinition(parsed.data);
    if (isTaken(definition, definitions))
      add('.id', `"${definition.id}" is the id of another type`);
    definitions.push(definition);
  });
  return { definitions, problems };
}

function listOf(document: unknown): { elements?: readonly unknown[]; prefix: string } {
  if (Array.isArray(document)) return { elements: document, prefix: '' };
  const list = memberOf(document, 'definitions');
  if (Array.isArray(list)) return { elements: list, prefix: 'definitions' };
  return { prefix: list === undefined ? '' : 'definitions' };
}

/** Returns whether the element is the definition of a built-in type, from any version of Lethe. */
function isBuiltIn(element: unknown): boolean {
  const builtIn = findBuiltInDefinition(String(memberOf(element, 'name')));
  if (builtIn === undefined || memberOf(element, 'id') !== builtIn.id) return false;
  return memberOf(element, 'provider') === builtIn.provider;
}

/**
 * @param paths paths of the definitions that were read before, by name; updated in place
 * @returns why the name is not allowed; undefined if it is allowed
 */
function refuseName(element: unknown, paths: Map<string, string>, elementPath: string) {
  const name = memberOf(element, 'name');
  if (typeof name !== 'string') return undefined;
  const first = paths.get(name);
  if (first !== undefined) return `"${name}" is already defined at ${first}`;
  paths.set(name, elementPath);
  const builtIn = findBuiltInDefinition(name);
  if (builtIn === undefined || builtIn.provider === 'actions') return undefined;
  return `"${name}" is a built-in type of Lethe and cannot be replaced`;
}

function isTaken({ id, name }: DestinationDefinition, before: readonly DestinationDefinition[]) {
  return [...BUILT_IN_DEFINITIONS, ...before].some(
    (other) => other.id === id && other.name !== name,
  );
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function toStep(step: PropertyKey): string {
  if (typeof step === 'number') return `[${String(step)}]`;
  const name = String(step);
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

import type { JsonObject } from '@lethe/contracts';
import { DASHBOARD_VARIABLES, type ConfigField } from './config-field.js';
import type { DestinationDefinition } from './destination-definition.js';

/** What is wrong with one variable, or with a part of it. */
export interface ConfigProblem {
  /** Where in the configuration, e.g. `headers[0].to`. */
  readonly path: string;
  /** Completes a sentence that begins with the path; holds no value of the configuration. */
  readonly problem: string;
  /** The names that there are, where the last name of the path is none of them. */
  readonly knownNames?: readonly string[];
}
type Report = (problem: ConfigProblem) => void;

/** Problems of one configuration that are reported. */
const MOST_PROBLEMS = 50;

/**
 * Holds a configuration, or a part of one, against the definition of its type: the names of its
 * variables and what they hold. That something is missing is no problem here, and `null` is as if it
 * were missing: a destination may be completed later, or by a test's override. What dashboards store
 * beside the variables of a type is known for every type, and may be anything.
 *
 * @param definition of the destination's type
 * @param config as given
 * @returns at most 50 problems; none when the configuration is sound
 */
export function checkConfig(
  definition: DestinationDefinition,
  config: JsonObject,
): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const report: Report = (problem) => {
    if (problems.length < MOST_PROBLEMS) problems.push(problem);
  };
  const { fields, destConfig } = definition.config;
  const known = {
    fields,
    names: destConfig.defaultConfig,
    role: `a variable of ${definition.name}`,
  };
  const own = Object.entries(config).filter(
    ([name]) => destConfig.defaultConfig.includes(name) || !DASHBOARD_VARIABLES.includes(name),
  );
  checkMembers(own, known, '', report);
  if (definition.presets !== undefined && problems.length === 0) {
    checkPresets(config.presets, definition, report);
  }
  return problems;
}

/** Which members there may be. */
interface KnownMembers {
  readonly names: readonly string[];
  /** A member that is not described may hold anything: imported definitions have such. */
  readonly fields: Readonly<Record<string, ConfigField>>;
  /** What a member is. */
  readonly role: string;
}

/** @param members with their names; an object of thousands of them would take long to make */
function checkMembers(
  members: readonly (readonly [string, unknown])[],
  { names, fields, role }: KnownMembers,
  path: string,
  report: Report,
): void {
  for (const [name, value] of members) {
    const memberPath = path === '' ? name : `${path}.${name}`;
    if (!names.includes(name)) {
      report({ path: memberPath, problem: `is not ${role}`, knownNames: names });
      continue;
    }
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field !== undefined) checkValue(value, field, memberPath, report);
  }
}

function checkValue(value: unknown, field: ConfigField, path: string, report: Report): void {
  if (value === undefined || value === null) return;
  const problem = typeProblem(value, field) ?? choiceProblem(value, field);
  if (problem !== undefined) {
    report({ path, problem });
  } else if (Array.isArray(value)) {
    const { items } = field;
    if (items === undefined) return;
    value.forEach((item, index) => {
      if (item === null) report({ path: `${path}[${index}]`, problem: TYPE_PROBLEMS[items.type] });
      checkValue(item, items, `${path}[${index}]`, report);
    });
  } else if (field.members !== undefined) {
    const fields = field.members;
    const known = { fields, names: Object.keys(fields), role: 'a known member' };
    checkMembers(Object.entries(value as JsonObject), known, path, report);
  }
}

const TYPE_PROBLEMS: Readonly<Record<ConfigField['type'], string>> = {
  string: 'must be a text',
  number: 'must be a number',
  boolean: 'must be true or false',
  object: 'must be an object',
  array: 'must be a list',
};

function typeProblem(value: unknown, { type }: ConfigField): string | undefined {
  const actual = Array.isArray(value) ? 'array' : typeof value;
  const asText = type === 'number' && actual === 'string' && isNumeric(value as string);
  return actual === type || asText ? undefined : TYPE_PROBLEMS[type];
}

function isNumeric(text: string): boolean {
  // An empty text is a form that was not filled in.
  return /^\s*(-?\d+(\.\d+)?\s*)?$/.test(text);
}

function choiceProblem(value: unknown, { choices }: ConfigField): string | undefined {
  // An empty text is a form that was not filled in.
  if (choices === undefined || choices.includes(value) || value === '') return undefined;
  return `must be one of ${choices.join(', ')}`;
}

/** Each names a preset, or adds one by saying which action runs when. */
function checkPresets(given: unknown, definition: DestinationDefinition, report: Report): void {
  if (!Array.isArray(given)) return;
  const presets = definition.presets ?? [];
  const names = new Set(presets.map(({ name }) => name));
  const actions = [...new Set(presets.map(({ action }) => action))];
  (given as JsonObject[]).forEach((preset, index) => {
    const path = `presets[${index}]`;
    const { name, action } = preset;
    if (typeof name !== 'string' || name === '') {
      report({ path: `${path}.name`, problem: 'must be a text' });
    } else if (typeof action === 'string' && !actions.includes(action)) {
      const problem = `is not an action of ${definition.name}`;
      report({ path: `${path}.action`, problem, knownNames: actions });
    } else if (typeof action !== 'string' && !names.has(name)) {
      const problem = `is not a preset of ${definition.name}; a new one needs an action`;
      report({ path: `${path}.name`, problem, knownNames: [...names] });
    }
  });
}

import type { JsonObject } from '@lethe/contracts';
import { DASHBOARD_VARIABLES, type ConfigField } from './config-field.js';
import type { DestinationDefinition } from './destination-definition.js';

/** A problem in the value of a configuration variable. */
export interface ConfigProblem {
  /** Path in the configuration, such as `headers[0].to`. */
  readonly path: string;
  /** End of a sentence that begins with the path. It contains no configured values. */
  readonly problem: string;
  /** The valid names, if the last name of the path is unknown. */
  readonly knownNames?: readonly string[];
}
type Report = (problem: ConfigProblem) => void;

const MOST_PROBLEMS = 50;

/**
 * Checks the names and values in a configuration. A missing or `null` variable is no problem,
 * because a later edit or the override of a test can add its value. Variables that dashboards store
 * are valid for all types, with any value.
 *
 * @param definition definition of the destination's type
 * @param config configuration, or a part of it
 * @returns at most 50 problems; none if the configuration is valid
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
  const checked = Object.entries(config).filter(
    ([name]) => destConfig.defaultConfig.includes(name) || !DASHBOARD_VARIABLES.includes(name),
  );
  checkMembers(checked, known, '', report);
  if (definition.presets !== undefined && problems.length === 0) {
    checkPresets(config.presets, definition, report);
  }
  return problems;
}

/** The valid members of an object. */
interface KnownMembers {
  readonly names: readonly string[];
  /** Rules by name. In imported definitions, a member without a rule can have any value. */
  readonly fields: Readonly<Record<string, ConfigField>>;
  /** Name for a member in texts of problems, such as `a known member`. */
  readonly role: string;
}

/** @param members pairs of name and value, because large objects are slow to build */
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
  string: 'must be a string',
  number: 'must be a number',
  boolean: 'must be true or false',
  object: 'must be an object',
  array: 'must be a list',
};

function typeProblem(value: unknown, { type }: ConfigField): string | undefined {
  const actual = Array.isArray(value) ? 'array' : typeof value;
  const isNumberText = type === 'number' && actual === 'string' && isNumeric(value as string);
  return actual === type || isNumberText ? undefined : TYPE_PROBLEMS[type];
}

function isNumeric(text: string): boolean {
  // Forms store an empty field as an empty text.
  return /^\s*(-?\d+(\.\d+)?\s*)?$/.test(text);
}

function choiceProblem(value: unknown, { choices }: ConfigField): string | undefined {
  // Forms store an empty field as an empty text.
  if (choices === undefined || choices.includes(value) || value === '') return undefined;
  return `must be one of ${choices.join(', ')}`;
}

/** Checks that each element has the name of a known preset, or adds a preset with an action. */
function checkPresets(given: unknown, definition: DestinationDefinition, report: Report): void {
  if (!Array.isArray(given)) return;
  const presets = definition.presets ?? [];
  const names = new Set(presets.map(({ name }) => name));
  const actions = [...new Set(presets.map(({ action }) => action))];
  (given as JsonObject[]).forEach((preset, index) => {
    const path = `presets[${index}]`;
    const { name, action } = preset;
    if (typeof name !== 'string' || name === '') {
      report({ path: `${path}.name`, problem: 'must be a string' });
    } else if (typeof action === 'string' && !actions.includes(action)) {
      const problem = `is not an action of ${definition.name}`;
      report({ path: `${path}.action`, problem, knownNames: actions });
    } else if (typeof action !== 'string' && !names.has(name)) {
      const problem = `is not a preset of ${definition.name}; a new one needs an action`;
      report({ path: `${path}.name`, problem, knownNames: [...names] });
    }
  });
}

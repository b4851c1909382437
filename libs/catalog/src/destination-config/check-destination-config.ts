import { type DetailsCollector, didYouMean, type JsonObject, showKey } from '@lethe/contracts';
import {
  allDefinitions,
  checkConfig,
  findDefinition,
  type DestinationDefinition,
} from '@lethe/destination-definitions';
import { unmaskSecrets } from './unmask-secrets.js';

/**
 * Checks the names and types of the variables in a configuration against the definition of the
 * destination type. Missing variables are not reported.
 *
 * @param definition of the destination's type; if absent, names and types are not checked
 * @param config configuration from the caller; its secrets can be masked
 * @param stored the stored configuration; empty for a new destination
 * @param problems receives the problem of each variable, with a path that begins with `config.`
 * @returns the configuration, with the stored secrets in place of their masks
 */
export function checkDestinationConfig(
  definition: DestinationDefinition | undefined,
  config: JsonObject,
  stored: JsonObject,
  problems: DetailsCollector,
): JsonObject {
  const restored = unmaskSecrets(definition, config, stored, problems);
  if (definition === undefined) return restored;
  for (const { path, problem, knownNames } of checkConfig(definition, restored)) {
    const name = path.split('.').at(-1) ?? path;
    const hint = knownNames === undefined ? '' : didYouMean(name, knownNames);
    problems.add(`config.${showKey(path)}`, `${problem}${hint}`);
  }
  return restored;
}

/** @returns the problem; `undefined` if the destination type exists */
export function destinationTypeProblem(type: string): string | undefined {
  if (findDefinition(type) !== undefined) return undefined;
  const names = allDefinitions().map(({ name }) => name);
  return `there is no destination type "${showKey(type)}"${didYouMean(type, names)}`;
}

import { type DetailsCollector, didYouMean, type JsonObject, showKey } from '@lethe/contracts';
import {
  allDefinitions,
  checkConfig,
  findDefinition,
  type DestinationDefinition,
} from '@lethe/destination-definitions';
import { unmaskSecrets } from './unmask-secrets.js';

/**
 * Checks a configuration against the definition of its type: names and types of variables, not
 * presence. Used by the API and by the workspace file.
 *
 * @param definition of the destination's type; without one, names and types are not checked
 * @param config as given, secrets perhaps masked
 * @param stored present configuration; empty for a new destination
 * @param problems gets what is wrong with each variable, as `config.…`
 * @returns the configuration with its secrets
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

/** @returns what is wrong with the name of a destination's type: that there is no such type */
export function destinationTypeProblem(type: string): string | undefined {
  if (findDefinition(type) !== undefined) return undefined;
  const names = allDefinitions().map(({ name }) => name);
  return `there is no destination type "${showKey(type)}"${didYouMean(type, names)}`;
}

import { DetailsCollector, didYouMean, LetheError, showKey } from '@lethe/contracts';
import {
  allDefinitions,
  checkConfig,
  findDefinition,
  type DestinationDefinition,
} from '@lethe/destination-definitions';
import { restoreSecrets } from './restore-secrets.js';

type Config = Readonly<Record<string, unknown>>;

/**
 * Holds a configuration against the definition of its type: names and types, not presence.
 *
 * @param definition without one nothing can be said of names and types
 * @param config of the request, secrets perhaps masked
 * @param stored present configuration; empty for a new destination
 * @returns the configuration with its secrets
 * @throws LetheError `invalid_request` naming each variable
 */
export function checkDestinationConfig(
  definition: DestinationDefinition | undefined,
  config: Config,
  stored: Config,
): Config {
  const problems = new DetailsCollector();
  const restored = restoreSecrets(definition, config, stored, problems);
  if (definition !== undefined) {
    for (const { path, problem, knownNames } of checkConfig(definition, restored)) {
      const name = path.split('.').at(-1) ?? path;
      const hint = knownNames === undefined ? '' : didYouMean(name, knownNames);
      problems.add(`config.${showKey(path)}`, `${problem}${hint}`);
    }
  }
  problems.throwIfAny();
  return restored;
}

/** @throws LetheError `invalid_request` when there is no such type */
export function requireDefinition(type: string): DestinationDefinition {
  const definition = findDefinition(type);
  if (definition !== undefined) return definition;
  const names = allDefinitions().map(({ name }) => name);
  throw invalidMember(
    'type',
    `there is no destination type "${showKey(type)}"${didYouMean(type, names)}`,
  );
}

/** One wrong member of the body, as an error. */
export function invalidMember(path: string, problem: string): LetheError {
  return new LetheError('invalid_request', {
    message: `${path}: ${problem}`,
    details: { [path]: problem },
  });
}

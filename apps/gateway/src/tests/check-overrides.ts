import type { CatalogDestination, TestTarget, TokenIdentity } from '@lethe/catalog';
import {
  DetailsCollector,
  didYouMean,
  LetheError,
  showKey,
  type JsonObject,
} from '@lethe/contracts';
import { checkConfig, findDefinition, secretValues } from '@lethe/destination-definitions';

/**
 * Checks the overrides of a test against the destination's definition.
 *
 * @throws LetheError `invalid_request`, listing each unknown or invalid variable
 */
export function checkOverrides(destination: CatalogDestination, overrides: JsonObject): void {
  const definition = findDefinition(destination.type);
  if (definition === undefined) return;
  const { defaultConfig } = definition.config.destConfig;
  const problems = new DetailsCollector();
  for (const name of Object.keys(overrides)) {
    if (problems.isFull) break;
    if (defaultConfig.includes(name)) continue;
    problems.add(
      `destinationConfig.${showKey(name)}`,
      `is not a variable of ${destination.type}${didYouMean(name, defaultConfig)}; allowed are ${defaultConfig.join(', ')}`,
    );
  }
  for (const { path, problem } of checkConfig(definition, overrides)) {
    problems.add(`destinationConfig.${path}`, problem);
  }
  problems.throwIfAny();
}

/**
 * Refuses overrides that could send stored secrets to another host. A caller without
 * `catalog:write` must not read secrets in this way. Credentials of the workspace are such secrets
 * if the user transformation runs and can read them.
 *
 * @param target the destination with its transformation, if its user transformation runs
 * @throws LetheError `insufficient_scope`
 */
export function protectStoredSecrets(
  identity: TokenIdentity,
  destination: CatalogDestination,
  overrides: JsonObject,
  target: TestTarget | undefined,
): void {
  if (identity.scopes.includes('catalog:write')) return;
  if (!keepsSecrets(destination, overrides) && !readsCredentials(target)) return;
  throw new LetheError('insufficient_scope', {
    message:
      'This test would send stored secrets with a changed configuration, which needs the scope catalog:write. Leave out destinationConfig or send_to_destination, or use a token with this scope.',
  });
}

/**
 * Returns whether the code can read credentials. A search for the name of the function is enough,
 * because the caller did not write the code. Authors of code are allowed to read the credentials
 * anyway.
 */
function readsCredentials(target: TestTarget | undefined): boolean {
  if (target?.transformation === undefined) return false;
  if (Object.keys(target.credentials).length === 0) return false;
  const modules = [target.transformation, ...target.libraries];
  return modules.some(({ code }) => code.includes('getCredential'));
}

function keepsSecrets({ type, config }: CatalogDestination, overrides: JsonObject): boolean {
  const kept = Object.entries(config).filter(([name]) => !Object.hasOwn(overrides, name));
  return secretValues(findDefinition(type), [Object.fromEntries(kept)]).length > 0;
}

import type { DestinationDto, DestinationInputDto } from '@lethe/api/catalog';
import {
  checkDestinationConfig,
  destinationTypeProblem,
  isIdentifier,
  type CatalogDestination,
  type DestinationValues,
} from '@lethe/catalog';
import { configProblem, DetailsCollector, invalidMember } from '@lethe/contracts';
import { deletionConfigProblems, findDefinition, maskConfig } from '@lethe/destination-definitions';
import { pickMembers } from '../../operations/pick-members.js';
import { mergePatch } from '../merge-patch.js';

/**
 * Returns the values to store. The type of a destination cannot change, because its configuration
 * and secrets are for one type of service. A patch keeps all stored secrets that it does not
 * contain. Only the variables in the patch are checked.
 *
 * @param current absent for a new destination
 * @param patch the patch as the caller sent it; absent if the request is not a patch
 * @throws LetheError `invalid_request`, listing each variable that does not fit the definition of
 * the type
 */
export function toDestinationValues(
  input: DestinationInputDto,
  current?: CatalogDestination,
  patch?: Partial<DestinationInputDto>,
): DestinationValues {
  const { name, type, enabled = true, connectionMode } = input;
  const typeProblem =
    current === undefined ? destinationTypeProblem(type) : otherType(input, current);
  if (typeProblem !== undefined) throw invalidMember('type', typeProblem);
  const config =
    current !== undefined && patch !== undefined
      ? patchedConfig(current, patch.config)
      : soundConfig(input, current?.config ?? {});
  const transformationId = transformationIdOf(input.transformation);
  return {
    ...{ name, type, enabled, config },
    connectionMode: connectionMode ?? current?.connectionMode ?? 'cloud',
    ...(transformationId === undefined ? {} : { transformationId }),
  };
}

/** Masks secrets for every caller, because no caller needs to read a stored secret. */
export function toDestinationDto(destination: CatalogDestination): DestinationDto {
  return {
    ...pickMembers(destination, 'id', 'name', 'type', 'enabled'),
    config: maskConfig(findDefinition(destination.type), destination.config),
    ...pickMembers(destination, 'workspaceId', 'createdAt', 'updatedAt'),
    ...toTransformationLink(destination),
  };
}

/**
 * Returns the destination to which a patch is applied. `config` is empty, because `patchedConfig`
 * applies the patch of `config` to the stored configuration, which contains the secrets unmasked.
 */
export function toPatchedDestination(destination: CatalogDestination): object {
  const { transformation, ...shown } = toDestinationDto(destination);
  return { ...shown, transformation: transformation?.id, config: {} };
}

export function toTransformationLink({
  transformationId: id,
  transformationVersion: version = 1,
}: CatalogDestination): Pick<DestinationDto, 'transformation'> {
  return id === undefined ? {} : { transformation: { id, version } };
}

/** Accepts an id, or the object `{ id, version }` of an answer. */
function transformationIdOf(given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  const id =
    typeof given === 'object' && /^(id|id,version|version,id)$/.test(Object.keys(given).join())
      ? (given as { id: unknown }).id
      : given;
  if (typeof id === 'string' && isIdentifier(id)) return id;
  throw invalidMember('transformation', 'must be the id of a transformation, or { "id": … }');
}

function otherType(input: DestinationInputDto, { type }: CatalogDestination): string | undefined {
  return input.type === type
    ? undefined
    : `must stay ${type}; create another destination for another type`;
}

/**
 * @throws LetheError `invalid_request` for invalid variables of the patch, or if the result is too
 * large
 */
function patchedConfig(
  { type, config: stored }: CatalogDestination,
  patch: CatalogDestination['config'] | undefined,
): CatalogDestination['config'] {
  if (patch === undefined) return stored;
  const problems = new DetailsCollector();
  const sound = checkDestinationConfig(findDefinition(type), patch, stored, problems);
  if (problems.isFull) problems.throwIfAny(); // the answer has no space for further problems
  refuseBrokenDeletion(type, sound, stored, problems);
  const config = mergePatch(stored, sound) as CatalogDestination['config'];
  const tooLarge = configProblem(config);
  if (tooLarge !== undefined) problems.add('config', tooLarge);
  problems.throwIfAny();
  return config;
}

/**
 * @param stored present configuration; empty for a new destination
 * @returns the configuration of the input with its secrets
 */
function soundConfig(
  { type, config = {} }: DestinationInputDto,
  stored: CatalogDestination['config'],
): CatalogDestination['config'] {
  const problems = new DetailsCollector();
  const sound = checkDestinationConfig(findDefinition(type), config, stored, problems);
  refuseBrokenDeletion(type, sound, stored, problems);
  problems.throwIfAny();
  return sound;
}

/**
 * Adds a problem for each new value with which deletions would fail. Stored values are not checked,
 * so that a caller can change the name of a destination before its URL is corrected. A deletion at
 * the destination reports the problems of stored values.
 */
function refuseBrokenDeletion(
  type: string,
  config: CatalogDestination['config'],
  stored: CatalogDestination['config'],
  problems: DetailsCollector,
): void {
  for (const { name, problem } of deletionConfigProblems(type, config, 'save')) {
    if (config[name] !== stored[name]) problems.add(`config.${name}`, problem);
  }
}

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
 * What is stored of an input. The type stays: a configuration and its secrets belong to one kind of service. Secrets that a
 * patch does not name stay as they are stored; of the configuration only what it names is checked.
 *
 * @param current absent for a new destination
 * @param patch as it was sent, where it is one
 * @throws LetheError `invalid_request` naming each variable that does not fit the type's definition
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

/** Secrets are masked, whoever asks: nobody needs to read back a secret that works. */
export function toDestinationDto(destination: CatalogDestination): DestinationDto {
  return {
    ...pickMembers(destination, 'id', 'name', 'type', 'enabled'),
    config: maskConfig(findDefinition(destination.type), destination.config),
    ...pickMembers(destination, 'workspaceId', 'createdAt', 'updatedAt'),
    ...toTransformationLink(destination),
  };
}

/** A patch of the configuration is applied to what is stored, secrets in plain. */
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

/** An id, or what answers show in its place: `{ id, version }`. */
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
    : `must stay ${type}; make another destination for another type`;
}

/** @throws LetheError `invalid_request` naming each variable of the patch that does not fit, or that it would be too large */
function patchedConfig(
  { type, config: stored }: CatalogDestination,
  patch: CatalogDestination['config'] | undefined,
): CatalogDestination['config'] {
  if (patch === undefined) return stored;
  const problems = new DetailsCollector();
  const sound = checkDestinationConfig(findDefinition(type), patch, stored, problems);
  if (problems.isFull) problems.throwIfAny(); // no more is shown, so nothing is merged
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

/** What is stored already stays: a name can be changed before a URL is corrected, and the order of a deletion says what is wrong. */
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

import type { RegulationCommands } from '@lethe/api/regulations';
import type { DestinationInputDto } from '@lethe/api';
import {
  checkDestinationConfig,
  destinationTypeProblem,
  type CatalogDestination,
  type CatalogEditor,
  type DestinationValues,
  type Precondition,
} from '@lethe/catalog';
import { configProblem, DetailsCollector, type CommandContext } from '@lethe/contracts';
import { deletionConfigProblems, findDefinition } from '@lethe/destination-definitions';
import { Inject, Injectable } from '@nestjs/common';
import { CATALOG_EDITOR, SERVICE_COMMANDS } from '../../injection-tokens.js';
import { invalidMember, type Change, type Patch } from '../input.decorator.js';
import { mergePatch } from '../merge-patch.js';
import { toDestinationDto, toDestinationValues } from './destination.resource.js';

/**
 * Changes destinations. Other resources have none of what is in here: types with rules, secrets, and
 * deletions that wait at the regulation service.
 */
@Injectable()
export class DestinationsService {
  constructor(
    @Inject(CATALOG_EDITOR) private readonly catalog: CatalogEditor,
    @Inject(SERVICE_COMMANDS) private readonly commands: RegulationCommands,
  ) {}

  async create(workspaceId: string, input: DestinationInputDto): Promise<CatalogDestination> {
    const typeProblem = destinationTypeProblem(input.type);
    if (typeProblem !== undefined) throw invalidMember('type', typeProblem);
    const config = soundConfig(input, {});
    const values = toDestinationValues(input, config, 'cloud');
    return this.catalog.destinations.create(workspaceId, input.id, values);
  }

  /** The type stays: a configuration and its secrets belong to one kind of service. */
  async replace(
    workspaceId: string,
    id: string,
    { toInput, precondition }: Change<DestinationInputDto>,
  ): Promise<CatalogDestination> {
    return this.catalog.destinations.replace(workspaceId, id, precondition, (current) => {
      const input = toInput({});
      refuseOtherType(input, current);
      const config = soundConfig(input, current.config);
      return toDestinationValues(input, config, current.connectionMode);
    });
  }

  /** Secrets that the patch does not name stay as they are stored; of the configuration only what it names is checked. */
  async patch(
    workspaceId: string,
    id: string,
    { toInput, members, precondition }: Patch<DestinationInputDto>,
  ): Promise<CatalogDestination> {
    return this.catalog.destinations.replace(workspaceId, id, precondition, (current) => {
      const { transformation, ...shown } = toDestinationDto(current);
      const input = toInput({ ...shown, transformation: transformation?.id, config: {} });
      refuseOtherType(input, current);
      const config =
        members.config === undefined ? current.config : patchedConfig(current, members.config);
      return toDestinationValues(input, config, current.connectionMode);
    });
  }

  /** @param transformationId `undefined` disconnects */
  async connect(
    workspaceId: string,
    id: string,
    precondition: Precondition | undefined,
    transformationId: string | undefined,
  ): Promise<CatalogDestination> {
    return this.catalog.destinations.replace(
      workspaceId,
      id,
      precondition,
      ({ name, type, enabled, connectionMode, config }): DestinationValues => ({
        name,
        type,
        enabled,
        connectionMode,
        config,
        ...(transformationId === undefined ? {} : { transformationId }),
      }),
    );
  }

  /**
   * Aborts the deletions that wait, then removes the destination: whatever breaks in between, the
   * destination is still there, with what its worker has in hand, and can be deleted again. Afterwards
   * it aborts once more, for deletions that were ordered meanwhile.
   */
  async remove(
    context: CommandContext,
    id: string,
    precondition: Precondition | undefined,
  ): Promise<void> {
    const { workspaceId } = context;
    const command = { context, destinationId: id };
    await this.catalog.destinations.expect(workspaceId, id, precondition);
    await this.commands.abortDeletions({ ...command, mayStay: true });
    await this.catalog.destinations.remove(workspaceId, id, precondition);
    // The destination is gone, so a failure is not the caller's: whoever claims such a deletion aborts
    // it as well.
    await this.commands.abortDeletions(command).catch(() => undefined);
  }
}

function refuseOtherType(input: DestinationInputDto, { type }: CatalogDestination): void {
  if (input.type === type) return;
  throw invalidMember('type', `must stay ${type}; make another destination for another type`);
}

/** @throws LetheError `invalid_request` naming each variable of the patch that does not fit, or that it would be too large */
function patchedConfig(
  { type, config: stored }: CatalogDestination,
  patch: unknown,
): CatalogDestination['config'] {
  const problems = new DetailsCollector();
  const given = patch as CatalogDestination['config']; // an object, as `toInput` has found
  const sound = checkDestinationConfig(findDefinition(type), given, stored, problems);
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
 * @throws LetheError `invalid_request` naming each variable that does not fit the type's definition
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

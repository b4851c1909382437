import type { DestinationInputDto } from '@lethe/api-contracts';
import {
  checkDestinationConfig,
  destinationTypeProblem,
  type CatalogDestination,
  type CatalogEditor,
  type DestinationValues,
  type Precondition,
} from '@lethe/catalog';
import { DetailsCollector, type CommandContext, type RegulationCommands } from '@lethe/contracts';
import { findDefinition } from '@lethe/destination-definitions';
import { Inject, Injectable } from '@nestjs/common';
import { CATALOG_EDITOR, REGULATION_COMMANDS } from '../../injection-tokens.js';
import { invalidMember } from '../input.decorator.js';
import { toDestinationValues } from './destination.resource.js';

/**
 * Changes destinations. Other resources have none of what is in here: types with rules, secrets, and
 * deletions that wait at the regulation service.
 */
@Injectable()
export class DestinationsService {
  constructor(
    @Inject(CATALOG_EDITOR) private readonly catalog: CatalogEditor,
    @Inject(REGULATION_COMMANDS) private readonly commands: RegulationCommands,
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
    precondition: Precondition | undefined,
    inputOf: (current: CatalogDestination) => DestinationInputDto,
  ): Promise<CatalogDestination> {
    return this.catalog.destinations.replace(workspaceId, id, precondition, (current) => {
      const input = inputOf(current);
      if (input.type !== current.type) {
        throw invalidMember(
          'type',
          `must stay ${current.type}; make another destination for another type`,
        );
      }
      const config = soundConfig(input, current.config);
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
  problems.throwIfAny();
  return sound;
}

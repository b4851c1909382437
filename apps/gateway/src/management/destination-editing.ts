import type {
  CatalogDestination,
  DestinationValues,
  Precondition,
  TokenIdentity,
} from '@lethe/catalog';
import type { DestinationInputDto, RegulationCommands } from '@lethe/contracts';
import { findDefinition } from '@lethe/destination-definitions';
import { Inject, Injectable } from '@nestjs/common';
import { CATALOG_EDITOR, REGULATION_COMMANDS } from '../tokens.js';
import { checkDestinationConfig, invalidMember, requireDefinition } from './check-destination.js';
import type { EditableCatalog } from './editable-catalog.js';
import { toDestinationValues } from './inputs.js';

/** Milliseconds that a caller waits for the regulation service. */
const COMMAND_TIMEOUT_MS = 30_000;

/** What destinations have beside the other kinds: types with rules, secrets, deletions that wait. */
@Injectable()
export class DestinationEditing {
  constructor(
    @Inject(CATALOG_EDITOR) private readonly catalog: EditableCatalog,
    @Inject(REGULATION_COMMANDS) private readonly commands: RegulationCommands,
  ) {}

  find(workspaceId: string, id: string): Promise<CatalogDestination | undefined> {
    return this.catalog.destinations.find(workspaceId, id);
  }

  async create(workspaceId: string, input: DestinationInputDto): Promise<CatalogDestination> {
    const definition = requireDefinition(input.type);
    const config = checkDestinationConfig(definition, input.config ?? {}, {});
    const values = toDestinationValues(input, config, 'cloud');
    return this.catalog.destinations.create(workspaceId, input.id, values);
  }

  /** The type stays: a configuration and its secrets belong to one kind of service. */
  async replace(
    workspaceId: string,
    id: string,
    precondition: Precondition | undefined,
    input: DestinationInputDto,
  ): Promise<CatalogDestination> {
    return this.catalog.destinations.replace(workspaceId, id, precondition, (current) => {
      if (input.type !== current.type) {
        throw invalidMember(
          'type',
          `must stay ${current.type}; make another destination for another type`,
        );
      }
      const definition = findDefinition(current.type);
      const config = checkDestinationConfig(definition, input.config ?? {}, current.config);
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
   * First the deletions that wait, then the destination: whatever breaks in between, it is still
   * there and can be deleted again. Once more afterwards, for what was ordered meanwhile.
   */
  async remove(
    identity: TokenIdentity,
    id: string,
    precondition: Precondition | undefined,
    requestId: string,
  ): Promise<void> {
    const { workspaceId, name: actor } = identity;
    const deadline = Date.now() + COMMAND_TIMEOUT_MS;
    const command = { context: { requestId, deadline, workspaceId, actor }, destinationId: id };
    await this.catalog.destinations.expect(workspaceId, id, precondition);
    await this.commands.abortDeletions(command);
    await this.catalog.destinations.remove(workspaceId, id, precondition);
    // It is gone, whatever comes now; a worker that claims such a deletion aborts it as well.
    await this.commands.abortDeletions(command).catch(() => undefined);
  }
}

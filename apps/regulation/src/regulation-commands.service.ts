import type {
  AbortDeletions,
  CancelRegulation,
  CreateRegulations,
  CreatedRegulations,
  DeletionPlanDto,
  GetRegulation,
  ListRegulations,
  ListedRegulations,
  PlanRegulations,
  RegulationCommands,
  RegulationDetailDto,
} from '@lethe/api/regulations';
import type { EventCommands, EventPage, EventPageCommand } from '@lethe/api/events';
import type {
  SuppressionCommands,
  SuppressionPageCommand,
  SuppressionPageDto,
} from '@lethe/api/suppressions';
import {
  type LookUpUser,
  type PeopleDto,
  type UserCommands,
  type SearchUsers,
  type FoundPeopleDto,
  type UnsuppressUser,
  type UnsuppressedDto,
} from '@lethe/api/users';
import type { RunQuery } from '@lethe/database';
import type { DatabasePools } from './database/open-pools.js';
import { AbortDeletionsUseCase } from './deletions/abort-deletions.use-case.js';
import { SuppressionFeed } from './suppressions/feed/suppression-feed.js';
import { CancelRegulationUseCase } from './regulations/cancel/cancel-regulation.use-case.js';
import {
  CreateRegulationsUseCase,
  type CreateRegulationsDependencies,
} from './regulations/create/create-regulations.use-case.js';
import type { CommandGate } from './command-gate.js';
import { readEvents } from './events/read-events.js';
import { GetRegulationQuery } from './regulations/get/get-regulation.query.js';
import { ListRegulationsQuery } from './regulations/list/list-regulations.query.js';
import { PlanDeletionQuery } from './regulations/plan/plan-deletion.query.js';
import { LookUpUserQuery } from './users/look-up-user.query.js';
import { SearchUsersQuery } from './users/search-users.query.js';
import { UnsuppressUserUseCase } from './users/unsuppress-user.use-case.js';

export interface RegulationCommandsDependencies extends Omit<
  CreateRegulationsDependencies,
  'database'
> {
  readonly databases: Pick<DatabasePools, 'commands' | 'reads'>;
  readonly gate: CommandGate;
}

/**
 * The commands of the regulation service, for the front that calls it: the RPC controller in a
 * cluster, the gateway itself in standalone.
 */
export class RegulationCommandsService
  implements RegulationCommands, UserCommands, SuppressionCommands, EventCommands
{
  private readonly creation: CreateRegulationsUseCase;
  private readonly plan: PlanDeletionQuery;
  private readonly cancel: CancelRegulationUseCase;
  private readonly detail: GetRegulationQuery;
  private readonly list: ListRegulationsQuery;
  private readonly abortWaiting: AbortDeletionsUseCase;
  private readonly feed: SuppressionFeed;
  private readonly lookup: LookUpUserQuery;
  private readonly search: SearchUsersQuery;
  private readonly unsuppress: UnsuppressUserUseCase;

  private readonly query: RunQuery;
  private readonly gate: CommandGate;

  constructor(dependencies: RegulationCommandsDependencies) {
    const { databases, events, afterCommit, gate } = dependencies;
    const { commands: database, reads } = databases;
    this.gate = gate;
    this.creation = new CreateRegulationsUseCase({ ...dependencies, database });
    this.plan = new PlanDeletionQuery({ ...dependencies, database: reads });
    this.cancel = new CancelRegulationUseCase(database, events, afterCommit, dependencies.metrics);
    this.detail = new GetRegulationQuery(reads);
    this.list = new ListRegulationsQuery(reads);
    this.abortWaiting = new AbortDeletionsUseCase(database, events.topicPrefix, afterCommit);
    this.lookup = new LookUpUserQuery(reads, dependencies.hashes);
    this.search = new SearchUsersQuery(reads);
    this.unsuppress = new UnsuppressUserUseCase(
      database,
      events,
      afterCommit,
      dependencies.metrics,
    );
    this.query = database.query;
    this.feed = new SuppressionFeed(this.query);
  }

  createRegulations(command: CreateRegulations): Promise<CreatedRegulations> {
    return this.gate.tracked(this.creation.execute(command));
  }

  planRegulations(command: PlanRegulations): Promise<DeletionPlanDto> {
    return this.gate.read(command, () => this.plan.execute(command));
  }

  listRegulations(command: ListRegulations): Promise<ListedRegulations> {
    return this.gate.read(command, () => this.list.execute(command));
  }

  getRegulation(command: GetRegulation): Promise<RegulationDetailDto> {
    return this.gate.read(command, () => this.detail.execute(command));
  }

  cancelRegulation(command: CancelRegulation): Promise<void> {
    return this.gate.tracked(this.cancel.execute(command));
  }

  abortDeletions(command: AbortDeletions): Promise<void> {
    return this.gate.tracked(this.abortWaiting.execute(command));
  }

  suppressionPage(command: SuppressionPageCommand): Promise<SuppressionPageDto> {
    return this.gate.tracked(this.feed.page(command));
  }

  lookUpUser(command: LookUpUser): Promise<PeopleDto> {
    return this.gate.read(command, () => this.lookup.execute(command));
  }

  searchUsers(command: SearchUsers): Promise<FoundPeopleDto> {
    return this.gate.read(command, () => this.search.execute(command));
  }

  unsuppressUser(command: UnsuppressUser): Promise<UnsuppressedDto> {
    return this.gate.tracked(this.unsuppress.execute(command));
  }

  eventPage(command: EventPageCommand): Promise<EventPage> {
    return this.gate.tracked(readEvents(this.query, command));
  }
}

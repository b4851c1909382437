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
import type { CommandContext } from '@lethe/contracts';
import {
  type LookUpUser,
  type PeopleDto,
  type UserCommands,
  type SearchUsers,
  type FoundPeopleDto,
  type UnsuppressUser,
  type UnsuppressedDto,
} from '@lethe/api/users';
import { toLetheError } from '@lethe/database';
import type { RunQuery } from '@lethe/outbox';
import type { DatabasePools } from './database/open-pools.js';
import { AbortDeletionsUseCase } from './deletion-jobs/abort-deletions.use-case.js';
import { SuppressionFeed } from './suppression-feed/suppression-feed.js';
import { CancelRegulationUseCase } from './cancel-regulation/cancel-regulation.use-case.js';
import {
  CreateRegulationsUseCase,
  type CreateRegulationsDependencies,
} from './create-regulations/create-regulations.use-case.js';
import type { ForegroundWork } from './foreground-work.js';
import { readEvents } from './events/read-events.js';
import { GetRegulationQuery } from './get-regulation/get-regulation.query.js';
import { ListRegulationsQuery } from './list-regulations/list-regulations.query.js';
import { PlanDeletionQuery } from './plan-deletion/plan-deletion.query.js';
import { LookUpUserQuery } from './users/look-up-user.query.js';
import { SearchUsersQuery } from './users/search-users.query.js';
import { UnsuppressUserUseCase } from './users/unsuppress-user.use-case.js';
import { WorkspaceConcurrency } from './database/workspace-concurrency.js';

export interface RegulationCommandsDependencies extends Omit<
  CreateRegulationsDependencies,
  'database'
> {
  readonly databases: Pick<DatabasePools, 'commands' | 'reads' | 'readsOfWorkspace'>;
  readonly foreground: ForegroundWork;
}

/**
 * The commands of the regulation service, for the front that calls it: the RPC controller in a
 * cluster, the gateway itself in standalone. Outages of the database become errors for callers
 * here.
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
  private readonly readsOfWorkspaces: WorkspaceConcurrency;
  private readonly foreground: ForegroundWork;

  constructor(dependencies: RegulationCommandsDependencies) {
    const { databases, events, afterCommit } = dependencies;
    const { commands: database, reads, readsOfWorkspace } = databases;
    this.foreground = dependencies.foreground;
    this.readsOfWorkspaces = new WorkspaceConcurrency(readsOfWorkspace);
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
    this.query = (sql, parameters) => database.query(sql, parameters);
    this.feed = new SuppressionFeed(this.query);
  }

  createRegulations(command: CreateRegulations): Promise<CreatedRegulations> {
    return this.tracked(this.creation.execute(command));
  }

  planRegulations(command: PlanRegulations): Promise<DeletionPlanDto> {
    return this.read(command, () => this.plan.execute(command));
  }

  listRegulations(command: ListRegulations): Promise<ListedRegulations> {
    return this.read(command, () => this.list.execute(command));
  }

  getRegulation(command: GetRegulation): Promise<RegulationDetailDto> {
    return this.read(command, () => this.detail.execute(command));
  }

  cancelRegulation(command: CancelRegulation): Promise<void> {
    return this.tracked(this.cancel.execute(command));
  }

  abortDeletions(command: AbortDeletions): Promise<void> {
    return this.tracked(this.abortWaiting.execute(command));
  }

  suppressionPage(command: SuppressionPageCommand): Promise<SuppressionPageDto> {
    return this.tracked(this.feed.page(command));
  }

  lookUpUser(command: LookUpUser): Promise<PeopleDto> {
    return this.read(command, () => this.lookup.execute(command));
  }

  searchUsers(command: SearchUsers): Promise<FoundPeopleDto> {
    return this.read(command, () => this.search.execute(command));
  }

  unsuppressUser(command: UnsuppressUser): Promise<UnsuppressedDto> {
    return this.tracked(this.unsuppress.execute(command));
  }

  eventPage(command: EventPageCommand): Promise<EventPage> {
    return this.tracked(readEvents(this.query, command));
  }

  /** Waits for the commands that are being carried out. */
  drain(): Promise<void> {
    return this.foreground.drain();
  }

  /** Runs a look-up in turn with those of the same workspace. */
  read<T>({ context }: { readonly context: CommandContext }, work: () => Promise<T>): Promise<T> {
    return this.tracked(this.readsOfWorkspaces.run(context.workspaceId, work));
  }

  /** Makes `drain` wait for work, and its errors those for callers. */
  async tracked<T>(work: Promise<T>): Promise<T> {
    try {
      return await this.foreground.track(work);
    } catch (error) {
      throw toLetheError(error);
    }
  }
}

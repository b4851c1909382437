import type {
  AbortDeletionsCommand,
  CancelRegulationCommand,
  CreateRegulationsCommand,
  CreateRegulationsResult,
  GetRegulationCommand,
  ListRegulationsCommand,
  ListRegulationsResult,
  RegulationCommands,
  RegulationDetailDto,
  RegulationLimits,
  SuppressionPage,
  SuppressionPageCommand,
} from '@lethe/contracts';
import { toLetheError } from '@lethe/database';
import type { DatabasePools } from '../database/open-pools.js';
import { AbortDeletionsUseCase } from '../deletion-jobs/abort-deletions.use-case.js';
import { SuppressionFeed } from '../suppressions/suppression-feed.js';
import { CancelRegulationUseCase } from './cancel-regulation.use-case.js';
import { CreateRegulationsUseCase } from './create-regulations.use-case.js';
import { GetRegulationQuery } from './get-regulation.query.js';
import { ListRegulationsQuery } from './list-regulations.query.js';
import type { RegulationCatalog } from './regulation-catalog.js';
import type { RegulationEvents } from './regulation-events.js';
import { WorkspaceTurns } from './workspace-turns.js';

export interface RegulationsDependencies {
  readonly databases: Pick<DatabasePools, 'commands' | 'reads' | 'readsOfWorkspace'>;
  readonly catalog: RegulationCatalog;
  readonly events: RegulationEvents;
  readonly limits: RegulationLimits;
  /** Called after each commit that has something to publish; must not block. */
  readonly afterCommit: () => void;
}

/**
 * What the regulation service does, for whoever is in front of it: the RPC controller in a cluster,
 * the gateway itself in standalone. Outages of the database are turned into errors for callers here.
 */
export class RegulationsService implements RegulationCommands {
  private readonly createRegulations: CreateRegulationsUseCase;
  private readonly cancelRegulation: CancelRegulationUseCase;
  private readonly getRegulation: GetRegulationQuery;
  private readonly listRegulations: ListRegulationsQuery;
  private readonly abortWaiting: AbortDeletionsUseCase;
  private readonly feed: SuppressionFeed;

  private readonly readTurns: WorkspaceTurns;
  private readonly running = new Set<Promise<unknown>>();

  constructor(dependencies: RegulationsDependencies) {
    const { databases, events, afterCommit } = dependencies;
    const { commands: database, reads, readsOfWorkspace } = databases;
    this.readTurns = new WorkspaceTurns(readsOfWorkspace);
    this.createRegulations = new CreateRegulationsUseCase(dependencies);
    this.cancelRegulation = new CancelRegulationUseCase(database, events, afterCommit);
    this.getRegulation = new GetRegulationQuery(reads);
    this.listRegulations = new ListRegulationsQuery(reads);
    this.abortWaiting = new AbortDeletionsUseCase(database, events, afterCommit);
    this.feed = new SuppressionFeed((sql, parameters) => database.query(sql, parameters));
  }

  create(command: CreateRegulationsCommand): Promise<CreateRegulationsResult> {
    return this.tracked(this.createRegulations.execute(command));
  }

  list(command: ListRegulationsCommand): Promise<ListRegulationsResult> {
    return this.read(command, () => this.listRegulations.execute(command));
  }

  get(command: GetRegulationCommand): Promise<RegulationDetailDto> {
    return this.read(command, () => this.getRegulation.execute(command));
  }

  cancel(command: CancelRegulationCommand): Promise<void> {
    return this.tracked(this.cancelRegulation.execute(command));
  }

  abortDeletions(command: AbortDeletionsCommand): Promise<void> {
    return this.tracked(this.abortWaiting.execute(command));
  }

  suppressionPage(command: SuppressionPageCommand): Promise<SuppressionPage> {
    return this.tracked(this.feed.page(command));
  }

  /** Waits for the commands in hand. */
  async drain(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled(this.running);
  }

  private read<T>(
    { context }: GetRegulationCommand | ListRegulationsCommand,
    work: () => Promise<T>,
  ) {
    return this.tracked(this.readTurns.run(context.workspaceId, work));
  }

  private async tracked<T>(work: Promise<T>): Promise<T> {
    this.running.add(work);
    try {
      return await work;
    } catch (error) {
      throw toLetheError(error);
    } finally {
      this.running.delete(work);
    }
  }
}

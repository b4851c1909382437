import type { CatalogReader } from '@lethe/catalog';
import type { DatabaseConnection } from '@lethe/database';
import type { RegulationEvents } from '../../record/regulation-events.js';
import { GetDeletionJobQuery } from './get-deletion-job.query.js';
import { ListDeletionJobsQuery } from './list-deletion-jobs.query.js';
import { PauseDeletionsUseCase } from './pause-deletions.use-case.js';
import { RetryDeletionsUseCase } from './retry-deletions.use-case.js';
import { RetryRegulationUseCase } from './retry-regulation.use-case.js';
import { SummarizeDeletionsQuery } from './summarize-deletions.query.js';

export interface DeletionManagementDependencies {
  readonly databases: { readonly commands: DatabaseConnection; readonly reads: DatabaseConnection };
  readonly catalog: Pick<CatalogReader, 'findDestinations'>;
  readonly events: RegulationEvents;
  /** Called after each commit that has something to publish; must not block. */
  readonly afterCommit: () => void;
}

/** What people look at and steer deletions with: the API, and the command line. */
export class DeletionManagement {
  readonly get: GetDeletionJobQuery;
  readonly list: ListDeletionJobsQuery;
  readonly summary: SummarizeDeletionsQuery;
  readonly pause: PauseDeletionsUseCase;
  readonly retry: RetryDeletionsUseCase;
  readonly retryRegulation: RetryRegulationUseCase;

  constructor({ databases, catalog, events, afterCommit }: DeletionManagementDependencies) {
    const { commands, reads } = databases;
    this.get = new GetDeletionJobQuery(reads);
    this.list = new ListDeletionJobsQuery(reads);
    this.summary = new SummarizeDeletionsQuery(reads);
    this.pause = new PauseDeletionsUseCase(commands, catalog);
    this.retry = new RetryDeletionsUseCase(commands, catalog, events, afterCommit);
    this.retryRegulation = new RetryRegulationUseCase(commands, catalog, events, afterCommit);
  }
}

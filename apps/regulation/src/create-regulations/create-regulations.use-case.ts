import {
  DetailsCollector,
  suppressionsProblem,
  type CommandContext,
  type CreateRegulationsCommand,
  type CreateRegulationsResult,
  type RegulationRecord,
  type RegulationLimits,
  type RegulationRequest,
} from '@lethe/contracts';
import type { CatalogReader } from '@lethe/catalog';
import type { DatabaseConnection } from '@lethe/database';
import { appendToOutbox } from '@lethe/outbox';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { createDeletionJobs } from '../deletion-jobs/create-deletion-jobs.js';
import { planDeletion, type DeletionTarget } from '../deletion-jobs/deletion-plan.js';
import { assertInTime } from '../regulations/assert-in-time.js';
import {
  findEarlierRequest,
  idempotencyClaim,
  lockKey,
  rememberKey,
  type EarlierRequest,
  type IdempotencyClaim,
} from './idempotency.js';
import { insertRegulations } from './insert-regulations.js';
import { newRegulations, toRecords, type NewRegulations } from '../regulations/new-regulations.js';
import type { RegulationEvents } from '../regulations/regulation-events.js';
import { rowToRecord, type RegulationRow } from '../regulations/regulation.mapper.js';
import { showId } from '../regulations/show-id.js';
import { withoutDuplicates } from './without-duplicates.js';

/** The parts of the catalog that this use case reads. */
export type RegulationCatalog = Pick<CatalogReader, 'missingSourceIds' | 'findDestinations'>;

export interface CreateRegulationsDependencies {
  readonly database: DatabaseConnection;
  readonly catalog: RegulationCatalog;
  readonly events: RegulationEvents;
  readonly limits: RegulationLimits;
  /** Called after each commit that has something to publish; must not block. */
  readonly afterCommit: () => void;
}

/** Creates one regulation for each user of a request: all of them, durably, or none. */
export class CreateRegulationsUseCase {
  constructor(private readonly dependencies: CreateRegulationsDependencies) {}

  /**
   * @throws LetheError `invalid_request` for unknown sources, for destinations that cannot delete
   *   and beyond a limit; `idempotency_key_reused`, `idempotency_in_progress`; `unavailable`, `outcome_unknown`
   */
  async execute(command: CreateRegulationsCommand): Promise<CreateRegulationsResult> {
    const { context, request, idempotencyKey } = command;
    assertInTime(context);
    const claim =
      idempotencyKey === undefined
        ? undefined
        : idempotencyClaim(context.workspaceId, idempotencyKey, request);

    // Looked up before the catalog: a repeat gets its first answer even if the source is gone by
    // now.
    const earlier = claim && (await findEarlierRequest(this.dependencies.database.manager, claim));
    if (earlier !== undefined) return this.answerAgain(command, earlier);

    this.checkSize(request);
    const targets = await this.checkCatalog(context, request);
    const created = newRegulations(context, withoutDuplicates(request));
    const repeated = await this.dependencies.database.transaction((manager) =>
      this.store(manager, created, targets, claim),
    );
    if (repeated !== undefined) return this.answerAgain(command, repeated);
    this.dependencies.afterCommit();
    const { requestId: storedRequestId } = created;
    return command.wantRecords
      ? { storedRequestId, records: toRecords(created) }
      : { storedRequestId };
  }

  /**
   * Stores everything that belongs to a request in one transaction. Returns the earlier request
   * with the same key when that one committed first.
   */
  private async store(
    manager: EntityManager,
    created: NewRegulations,
    targets: readonly DeletionTarget[],
    claim: IdempotencyClaim | undefined,
  ): Promise<EarlierRequest | undefined> {
    if (claim !== undefined) {
      await lockKey(manager, claim);
      const earlier = await findEarlierRequest(manager, claim);
      if (earlier !== undefined) return earlier;
      await rememberKey(manager, claim, created);
    }
    const { sourcesOfUser } = this.dependencies.limits;
    const facts = this.createdFacts(created);
    const crowded = await insertRegulations(manager, created, facts, sourcesOfUser);
    refuseCrowded(created.request, crowded, sourcesOfUser);
    for (const target of targets) {
      const jobs = await createDeletionJobs(manager, created, target);
      await appendToOutbox(
        SCHEMA,
        manager,
        jobs.map((job) => this.dependencies.events.deletionRequested(job)),
      );
    }
    return undefined;
  }

  private createdFacts(created: NewRegulations) {
    const { workspaceId, createdAt: at, request } = created;
    return created.entries.map(({ id }) =>
      this.dependencies.events.created({ id, workspaceId, at, type: request.regulationType }),
    );
  }

  /** The gateway has checked the size too, but with the limit that is configured there. */
  private checkSize(request: RegulationRequest): void {
    const problem = suppressionsProblem(request, this.dependencies.limits);
    if (problem === undefined) return;
    const problems = new DetailsCollector();
    problems.add('users', problem);
    problems.throwIfAny();
  }

  private async checkCatalog(
    context: CommandContext,
    request: RegulationRequest,
  ): Promise<DeletionTarget[]> {
    const { sourceIds, destinationIds } = request;
    if (sourceIds !== undefined) {
      const missing = new Set(
        await this.dependencies.catalog.missingSourceIds(context.workspaceId, sourceIds),
      );
      const problems = new DetailsCollector();
      sourceIds.forEach((id, index) => {
        if (missing.has(id)) {
          problems.add(`sourceIds[${index}]`, `there is no source ${showId(id)} in this workspace`);
        }
      });
      problems.throwIfAny();
    }
    if (destinationIds === undefined) return [];
    return planDeletion(
      request,
      await this.dependencies.catalog.findDestinations(context.workspaceId, destinationIds),
    );
  }

  /**
   * Builds the answer to the first request again, as it was: not canceled, whatever has happened
   * since.
   */
  private async answerAgain(
    command: CreateRegulationsCommand,
    earlier: EarlierRequest,
  ): Promise<CreateRegulationsResult> {
    const { requestId: storedRequestId } = earlier;
    if (!command.wantRecords) return { storedRequestId };
    const rows = await this.dependencies.database.query<RegulationRow>(
      `select id, workspace_id, false as canceled, regulation_type, attributes, created_at
         from ${SCHEMA}.regulations
        where workspace_id = $1 and id between $2 and $3 and request_id = $4
        order by id`,
      [command.context.workspaceId, earlier.firstId, earlier.lastId, storedRequestId],
    );
    const records: RegulationRecord[] = rows.map(rowToRecord);
    return { storedRequestId, records };
  }
}

/** @throws LetheError `invalid_request` naming the users who would be suppressed at too many sources */
function refuseCrowded(
  { users }: RegulationRequest,
  crowded: ReadonlySet<string>,
  limit: number,
): void {
  const problems = new DetailsCollector();
  for (const [index, { userId }] of users.entries()) {
    if (problems.isFull) break;
    if (!crowded.has(userId)) continue;
    const problem = `would be suppressed at more than ${limit} sources; leave sourceIds out to suppress everywhere`;
    problems.add(`users[${index}]`, problem);
  }
  problems.throwIfAny();
}

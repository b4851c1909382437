import type { CreateRegulations, CreatedRegulations, RegulationDto } from '@lethe/api/regulations';
import { type RegulationLimits } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { mapInSteps } from '@lethe/resilience';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { refuseUnidentified } from '../../deletions/deletion-plan.js';
import { NO_COMMAND_METRICS, type CommandMetrics } from '../command-metrics.js';
import { assertInTime } from '../../record/assert-in-time.js';
import {
  findEarlierRequest,
  idempotencyClaim,
  lockKey,
  rememberKey,
  type EarlierRequest,
  type IdempotencyClaim,
} from './idempotency.js';
import {
  checkCatalog,
  checkSize,
  toOrder,
  refuseCrowded,
  type RegulationCatalog,
} from './check-request.js';
import { storeRegulations, wakeWorkers, type Deletion } from './store-regulations.js';
import { newRegulations, toRecords, type NewRegulations } from '../../record/new-regulations.js';
import type { IdentifierHashes } from '../../record/identifier-hashes.js';
import type { RegulationEvents } from '../../record/regulation-events.js';
import { rowToRecord, type RegulationRow } from '../../record/regulation.mapper.js';
import { withoutDuplicates } from './without-duplicates.js';

export interface CreateRegulationsDependencies {
  readonly database: DatabaseConnection;
  readonly catalog: RegulationCatalog;
  readonly events: RegulationEvents;
  readonly limits: RegulationLimits;
  /** By which users are found. */
  readonly hashes: IdentifierHashes;
  /** Called after each commit that has something to publish; must not block. */
  readonly afterCommit: () => void;
  readonly metrics?: CommandMetrics;
}

/** Creates one regulation for each user of a request: all of them, durably, or none. */
export class CreateRegulationsUseCase {
  private readonly metrics: CommandMetrics;

  constructor(private readonly dependencies: CreateRegulationsDependencies) {
    this.metrics = dependencies.metrics ?? NO_COMMAND_METRICS;
  }

  /**
   * @throws LetheError `invalid_request` for unknown sources, for destinations that cannot delete
   *   and beyond a limit; `idempotency_key_reused`, `idempotency_in_progress`; `unavailable`, `outcome_unknown`
   */
  async execute(command: CreateRegulations): Promise<CreatedRegulations> {
    const { context, idempotencyKey } = command;
    const request = toOrder(command);
    assertInTime(context);
    const claim =
      idempotencyKey === undefined
        ? undefined
        : await idempotencyClaim(context.workspaceId, idempotencyKey, request);

    // Looked up before the catalog: a repeat gets its first answer even if the source is gone by
    // now.
    const earlier = claim && (await findEarlierRequest(this.dependencies.database.manager, claim));
    if (earlier !== undefined) return this.answerAgain(command, earlier);

    const { database, catalog, limits } = this.dependencies;
    checkSize(request, limits);
    const targets = await checkCatalog(catalog, context.workspaceId, request, command);
    await refuseUnidentified(request, targets);
    const created = await newRegulations(context, await withoutDuplicates(request));
    const settings =
      targets.length === 0 ? undefined : await catalog.deletionSettings(context.workspaceId);
    const repeated = await database.transaction((manager) =>
      this.store(manager, created, { targets, settings }, claim),
    );
    if (repeated !== undefined) return this.answerAgain(command, repeated);
    this.metrics.created(request.regulationType, created.entries.length);
    this.dependencies.afterCommit();
    await wakeWorkers(database, created.workspaceId, targets);
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
    deletion: Deletion,
    claim: IdempotencyClaim | undefined,
  ): Promise<EarlierRequest | undefined> {
    if (claim !== undefined) {
      await lockKey(manager, claim);
      const earlier = await findEarlierRequest(manager, claim);
      if (earlier !== undefined) return earlier;
      await rememberKey(manager, claim, created);
    }
    const crowded = await storeRegulations(manager, created, deletion, this.dependencies);
    refuseCrowded(created.request, crowded, this.dependencies.limits.sourcesOfUser);
    return undefined;
  }

  /**
   * Builds the answer to the first request again, as it was: not canceled, whatever has happened
   * since.
   */
  private async answerAgain(
    command: CreateRegulations,
    earlier: EarlierRequest,
  ): Promise<CreatedRegulations> {
    this.metrics.replayed();
    const { requestId: storedRequestId } = earlier;
    if (!command.wantRecords) return { storedRequestId };
    const rows = await this.dependencies.database.query<RegulationRow>(
      `select id, workspace_id, user_id, false as canceled, regulation_type, attributes, created_at
         from ${SCHEMA}.regulations
        where workspace_id = $1 and id between $2 and $3 and request_id = $4
        order by id`,
      [command.context.workspaceId, earlier.firstId, earlier.lastId, storedRequestId],
    );
    const records: RegulationDto[] = await mapInSteps(rows, rowToRecord);
    return { storedRequestId, records };
  }
}

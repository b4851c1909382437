import type { CreateRegulations, CreatedRegulations, RegulationDto } from '@lethe/api/regulations';
import { mapInSteps } from '@lethe/resilience';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { refuseUnidentified } from '../../deletions/check-destinations.js';
import {
  findEarlierRequest,
  idempotencyClaim,
  lockKey,
  rememberKey,
  type EarlierRequest,
  type IdempotencyClaim,
} from './idempotency.js';
import { checkCatalog, checkSize, toRequest, refuseCrowded } from './check-request.js';
import { singleCreate } from './single-create.js';
import { storeRegulations, wakeWorkers, type Deletion } from './store-regulations.js';
import { newRegulations, toRecords, type NewRegulations } from '../../record/new-regulations.js';
import { RECORD_COLUMNS, rowToRecord, type RegulationRow } from '../../record/regulation.mapper.js';
import { withoutDuplicates } from './without-duplicates.js';
import type { ServiceParts } from '../../service-parts.js';

type Parts = Pick<
  ServiceParts,
  | 'database'
  | 'catalog'
  | 'events'
  | 'limits'
  | 'personalDataDays'
  | 'hashes'
  | 'afterCommit'
  | 'metrics'
  | 'creates'
>;

/**
 * Creates one regulation for each user of a request. Either all of them are stored durably, or
 * none.
 *
 * @throws LetheError `invalid_request` for unknown sources, for destinations that cannot delete,
 *   and above a limit; `idempotency_key_reused`, `idempotency_in_progress`; `unavailable`,
 *   `outcome_unknown`
 */
export async function createRegulations(
  parts: Parts,
  command: CreateRegulations,
): Promise<CreatedRegulations> {
  const { database, catalog, limits } = parts;
  const { context, idempotencyKey } = command;
  const request = toRequest(command);
  const claim =
    idempotencyKey === undefined
      ? undefined
      : await idempotencyClaim(context.workspaceId, idempotencyKey, request);

  // This comes before the checks of the catalog, so that a repeated request gets its first answer
  // even if a source was deleted since.
  const earlier = claim && (await findEarlierRequest(database.manager, claim));
  if (earlier !== undefined) return answerAgain(parts, command, earlier);

  checkSize(request, limits);
  const targets = await checkCatalog(catalog, context.workspaceId, request, command);
  await refuseUnidentified(request, targets);
  const created = await newRegulations(context, await withoutDuplicates(request));
  const settings =
    targets.length === 0 ? undefined : await catalog.deletionSettings(context.workspaceId);
  const deletion = { targets, settings };
  const single = claim === undefined ? singleCreate(created, parts.events) : undefined;
  if (single !== undefined) {
    await parts.creates.store(single, context.deadline);
  } else {
    const repeated = await database.transaction((manager) =>
      store(manager, parts, { created, deletion, claim }),
    );
    if (repeated !== undefined) return answerAgain(parts, command, repeated);
  }
  parts.metrics.created(request.regulationType, created.entries.length);
  parts.afterCommit();
  await wakeWorkers(database, created.workspaceId, targets);
  const { requestId: storedRequestId } = created;
  return command.wantRecords
    ? { storedRequestId, records: toRecords(created) }
    : { storedRequestId };
}

/**
 * Stores a request with all its rows in one transaction. If an earlier request with the same key
 * was committed first, returns that request and stores nothing.
 */
async function store(
  manager: EntityManager,
  parts: Parts,
  {
    created,
    deletion,
    claim,
  }: {
    readonly created: NewRegulations;
    readonly deletion: Deletion;
    readonly claim: IdempotencyClaim | undefined;
  },
): Promise<EarlierRequest | undefined> {
  if (claim !== undefined) {
    await lockKey(manager, claim);
    const earlier = await findEarlierRequest(manager, claim);
    if (earlier !== undefined) return earlier;
    await rememberKey(manager, claim, created);
  }
  const crowded = await storeRegulations(manager, created, deletion, parts);
  refuseCrowded(created.request, crowded, parts.limits.sourcesOfUser);
  return undefined;
}

/**
 * Rebuilds the answer to the first request. The answer shows no regulation as canceled, even if one
 * was canceled since.
 */
async function answerAgain(
  { database, metrics }: Parts,
  command: CreateRegulations,
  earlier: EarlierRequest,
): Promise<CreatedRegulations> {
  metrics.replayed();
  const { requestId: storedRequestId } = earlier;
  if (!command.wantRecords) return { storedRequestId };
  const rows = await database.query<RegulationRow>(
    `select ${RECORD_COLUMNS}, false as canceled, regulation_type as "regulationType"
         from ${SCHEMA}.regulations
        where workspace_id = $1 and id between $2 and $3 and request_id = $4
        order by id`,
    [command.context.workspaceId, earlier.firstId, earlier.lastId, storedRequestId],
  );
  const records: RegulationDto[] = await mapInSteps(rows, rowToRecord);
  return { storedRequestId, records };
}

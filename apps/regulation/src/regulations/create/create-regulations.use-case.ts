import type { CreateRegulations, CreatedRegulations, RegulationDto } from '@lethe/api/regulations';
import { areAllDestinations } from '@lethe/contracts';
import { mapInSteps } from '@lethe/resilience';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import {
  findEarlierRequest,
  idempotencyClaim,
  lockKey,
  rememberKey,
  type EarlierRequest,
  type IdempotencyClaim,
} from './idempotency.js';
import { checkCatalog, checkSize, toRequest, refuseCrowded } from './check-request.js';
import { ownDestinations, refuseUnidentified } from './identify-users.js';
import { singleCreate } from './single-create.js';
import { storeRegulations, wakeWorkers, type Deletion } from './store-regulations.js';
import { newRegulations, toRecords, type NewRegulations } from '../../record/new-regulations.js';
import { mostNamed, notDeletedOf, readResolved } from '../../record/not-deleted.js';
import type { RegulationEntity } from '../../record/regulation.entity.js';
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
  const checked = await checkCatalog(parts, context.workspaceId, request, command);
  const { targets, resolved } = checked;
  await refuseUnidentified(request, checked);
  const distinct = await withoutDuplicates(checked.request);
  const own = await ownDestinations(distinct.users, checked);
  const created = await newRegulations(context, distinct, own);
  const settings =
    targets.length === 0 ? undefined : await catalog.deletionSettings(context.workspaceId);
  const deletion = { targets, settings, resolved };
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
    ? { storedRequestId, records: toRecords(created, resolved) }
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
  const { workspaceId } = command.context;
  const rows = await database.query<RegulationRow & Pick<RegulationEntity, 'destinationIds'>>(
    `select ${RECORD_COLUMNS}, false as canceled, regulation_type as "regulationType",
            destination_ids as "destinationIds"
         from ${SCHEMA}.regulations
        where workspace_id = $1 and id between $2 and $3 and request_id = $4
        order by id`,
    [workspaceId, earlier.firstId, earlier.lastId, storedRequestId],
  );
  const resolved = areAllDestinations(command.destinationIds)
    ? await readResolved(database.manager, { workspaceId, requestId: storedRequestId })
    : undefined;
  const notDeleted = notDeletedOf(resolved, mostNamed(rows.length));
  const records: RegulationDto[] = await mapInSteps(rows, (row) => ({
    ...rowToRecord(row),
    ...notDeleted(row.destinationIds ?? []),
  }));
  return { storedRequestId, records };
}

import type { CreateRegulationsDto } from '@lethe/api/regulations';
import { defined, IMPORT_LIMITS, type CommandContext } from '@lethe/contracts';
import { cutToBytes } from '@lethe/contracts/bounds';
import type { Decode, Window } from '@lethe/contracts/user-files';
import type { EntityManager } from 'typeorm';
import { checkCatalog } from '../regulations/create/check-request.js';
import { ownDestinations } from '../regulations/create/identify-users.js';
import { storeRegulations, type Deletion } from '../regulations/create/store-regulations.js';
import type { DeletionTarget } from '../deletions/check-destinations.js';
import { newRegulations } from '../record/new-regulations.js';
import type { ServiceParts } from '../service-parts.js';
import { checkRows, type CheckedRows } from './check-rows.js';
import type { FileUser } from './reading/to-user.js';
import {
  IMPORTS,
  NAME_BYTES,
  optionsOf,
  PIECES,
  REASON_BYTES,
  REFUSALS,
  type ImportRow,
} from './import-table.js';
import { requestIdOf } from './request-ids.js';
import { withoutRepeats } from './without-repeats.js';

/**
 * Maximum rows of one transaction. Commands that create regulations wait for the thread, the disk
 * and the relay while a portion is processed. Larger portions would save nothing: with 5,000 rows,
 * each row takes the same CPU time.
 */
const ROWS = 1_000;
/**
 * A row of up to `rowBytes` that begins in a piece ends within this number of pieces, including the
 * first. Two pieces are not always enough, because a piece can be short.
 */
const PIECES_AT_ONCE = 3;

export interface PortionParts extends ServiceParts {
  /**
   * Awaited between steps, but not after regulations were stored. From then on, this transaction
   * holds row locks, and a pause would delay other transactions that wait for these locks.
   */
  readonly yieldToCalls: () => Promise<void>;
}

export interface Portion {
  readonly row: ImportRow;
  readonly created: number;
  readonly targets: readonly DeletionTarget[];
}

/** Rolls the portion back, because these users would be suppressed at too many sources. */
export class CrowdedError extends Error {
  constructor(readonly users: ReadonlySet<string>) {
    super('Users would be suppressed at too many sources.');
  }
}

/**
 * Processes the next rows of an import in the transaction that locked the import. The transaction
 * stores regulations, refused rows and the new position, or nothing.
 *
 * @param crowded users that must be refused
 * @throws CrowdedError with further users that must be refused; UnusableFileError; LetheError
 *   `invalid_request` of `checkCatalog`
 */
export async function processPortion(
  manager: EntityManager,
  row: ImportRow,
  parts: PortionParts,
  crowded: ReadonlySet<string>,
): Promise<Portion> {
  const { workspace_id: workspaceId } = row;
  const { targets, resolved, request } = await checkCatalog(
    parts,
    workspaceId,
    { ...frameOf(row), users: [] },
    { unusableDestinations: optionsOf(row).unusableDestinations, checkedAt: row.created_at },
  );
  const window = await readWindow(manager, row);
  const checked = checkRows(row, window, {
    most: mostRows(request, parts.limits),
    ...{ targets, isForAll: resolved !== undefined, crowded },
    sourcesOfUser: parts.limits.sourcesOfUser,
  });
  await parts.yieldToCalls();
  const { users, repeated } = row.dry_run ? checked : await withoutRepeats(manager, row, checked);
  if (users.length > 0 && !row.dry_run) {
    const settings =
      targets.length === 0 ? undefined : await parts.catalog.deletionSettings(workspaceId);
    await store(manager, row, { request, users }, { targets, settings, resolved }, parts);
  }
  await storeRefusals(manager, row, checked);
  const after = await note(manager, row, { ...checked, users, repeated }, window.isEnd);
  return { row: after, created: row.dry_run ? 0 : users.length, targets };
}

type Frame = Omit<CreateRegulationsDto, 'users'>;

function frameOf(row: ImportRow): Frame {
  const { receivedAt, law } = optionsOf(row);
  return {
    regulationType: row.regulation_type,
    ...(row.source_ids === null ? {} : { sourceIds: row.source_ids }),
    ...(row.destination_ids === null ? {} : { destinationIds: row.destination_ids }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...defined({ receivedAt, law }),
  };
}

/**
 * Returns the maximum number of rows of a portion. A portion has at most as many users as one
 * request is allowed to have for the same sources and destinations.
 */
function mostRows(
  { sourceIds = ['*'], destinationIds = ['*'] }: Frame,
  { suppressionsPerRequest, deletionsPerRequest }: ServiceParts['limits'],
): number {
  const suppressions = Math.floor(suppressionsPerRequest / sourceIds.length);
  const deletions = Math.floor(deletionsPerRequest / destinationIds.length);
  return Math.max(1, Math.min(ROWS, suppressions, deletions));
}

/** For short texts, this is faster than a `TextDecoder`. */
const decode: Decode = (bytes, from, to) =>
  (bytes instanceof Buffer ? bytes : Buffer.from(bytes)).toString('utf8', from, to);

async function readWindow(manager: EntityManager, row: ImportRow): Promise<Window> {
  const done = Number(row.done_bytes);
  const pieces = await manager.query<{ at: string; piece: Buffer }[]>(
    `select at, piece from ${PIECES} where workspace_id = $1 and import_id = $2
      order by at limit ${PIECES_AT_ONCE}`,
    [row.workspace_id, row.id],
  );
  const begin = Number(pieces[0]?.at ?? done);
  const bytes = Buffer.concat(pieces.map(({ piece }) => piece)).subarray(done - begin);
  return {
    bytes,
    linesBefore: Number(row.done_lines),
    isBeginning: done === 0,
    isEnd: done + bytes.length === Number(row.total_bytes),
    decode,
  };
}

async function store(
  manager: EntityManager,
  row: ImportRow,
  { request, users: rows }: { readonly request: Frame; readonly users: readonly FileUser[] },
  deletion: Deletion,
  parts: PortionParts,
): Promise<void> {
  const context: CommandContext = {
    requestId: row.key,
    deadline: 0, // unused, because an import is not a command
    workspaceId: row.workspace_id,
    actor: row.created_by,
  };
  const users = rows.map(({ user }) => user);
  const own = await ownDestinations(users, deletion);
  const created = {
    ...(await newRegulations(
      context,
      { ...request, users },
      rows.map(({ receivedAt, law }, index) => ({
        ...defined({ receivedAt, law }),
        ...own[index],
      })),
    )),
    requestId: requestIdOf(row.key, row.portions),
    importId: row.id,
  };
  await parts.yieldToCalls();
  const crowded = await storeRegulations(manager, created, deletion, parts);
  if (crowded.size > 0) throw new CrowdedError(crowded);
}

async function storeRefusals(
  manager: EntityManager,
  row: ImportRow,
  { refusals }: CheckedRows,
): Promise<void> {
  const remaining = IMPORT_LIMITS.refusals - Number(row.refused);
  const kept = refusals.slice(0, Math.max(0, remaining));
  if (kept.length === 0) return;
  // PostgreSQL cannot store U+0000, and a row can be refused because it contains U+0000.
  const storable = (text: string) => text.replaceAll('\0', '\uFFFD');
  await manager.query(
    `insert into ${REFUSALS} (workspace_id, import_id, line, identifier, reason, fields)
     select $1, $2, line, identifier, reason, fields
       from unnest($3::bigint[], $4::text[], $5::text[], $6::jsonb[]) as refused (line, identifier, reason, fields)
     on conflict (workspace_id, import_id, line) do nothing`,
    [
      row.workspace_id,
      row.id,
      kept.map(({ line }) => line),
      kept.map(({ identifier }) => storable(cutToBytes(identifier, NAME_BYTES))),
      kept.map(({ reason }) => storable(cutToBytes(reason, REASON_BYTES))),
      kept.map(({ fields }) => JSON.stringify(fields.map(storable))),
    ],
  );
}

/** Stores the new position and deletes processed pieces. Ends the import after the last row. */
async function note(
  manager: EntityManager,
  row: ImportRow,
  { header, delimiter, rows, users, refusals, repeated, bytes, lines }: CheckedRows,
  hasEnd: boolean,
): Promise<ImportRow> {
  const done = Number(row.done_bytes) + bytes;
  const isDone = hasEnd && done === Number(row.total_bytes);
  const [after] = await manager.query<ImportRow[]>(
    `with gone as (
       delete from ${PIECES}
        where workspace_id = $1 and import_id = $2 and ($11 or at + length(piece) <= $3)
     ), changed as (
     update ${IMPORTS} set done_bytes = $3, done_lines = done_lines + $4, header = $5, portions = portions + $6,
        known_portions = case when dry_run then 0 else portions + $6 end,
        rows = rows + $7, accepted = accepted + $8, refused = refused + $9, repeated = repeated + $10,
        state = case when $11 then 'done' else state end,
        ended_at = case when $11 then clock_timestamp() end, updated_at = clock_timestamp(), failures = 0,
        delimiter = $12
      where workspace_id = $1 and id = $2 returning *
     ) select * from changed`,
    [
      row.workspace_id,
      row.id,
      done,
      lines,
      header === null ? null : JSON.stringify(header),
      users.length > 0 && !row.dry_run ? 1 : 0,
      rows,
      users.length,
      refusals.length,
      repeated,
      isDone,
      delimiter,
    ],
  );
  return after ?? row;
}

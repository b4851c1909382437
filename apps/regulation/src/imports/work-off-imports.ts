import { LetheError } from '@lethe/contracts';
import { cutToBytes } from '@lethe/contracts/bounds';
import { UnusableFileError } from '@lethe/contracts/user-files';
import { describeError, type CounterMetric } from '@lethe/observability';
import { wakeWorkers } from '../regulations/create/store-regulations.js';
import type { ForegroundWork } from '../foreground-work.js';
import type { ServiceParts } from '../service-parts.js';
import { IMPORTS, REASON_BYTES, type ImportRow } from './import-table.js';
import { forgetPieces } from './lock-import.js';
import {
  CrowdedError,
  workOffPortion,
  type Portion,
  type PortionParts,
} from './work-off-portion.js';

/** Portions of an import that fail one after the other, before it is given up: something is wrong that no waiting mends. */
const MOST_FAILURES = 10;

export interface WorkOffOptions extends ServiceParts {
  /** Lets commands go first. */
  readonly foreground: ForegroundWork;
  readonly endedImports: CounterMetric<'state'>;
}

/**
 * @returns a round that works until nothing is left to be done: a portion of each workspace in turn. What another instance has in hand is
 * passed over
 */
export function createImportWork(options: WorkOffOptions): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const parts = { ...options, giveWay: options.foreground.giveWay() };
    while (!signal.aborted && (await workOffNext(parts))) await parts.giveWay();
  };
}

/** @returns false when there is nothing to do */
async function workOffNext(options: WorkOffOptions & PortionParts): Promise<boolean> {
  let crowded: { readonly users: ReadonlySet<string>; readonly of?: string } = { users: new Set() };
  let inHand: ImportRow | undefined;
  for (;;) {
    try {
      const portion = await options.database.transaction(async (manager) => {
        [inHand] = await manager.query<ImportRow[]>(NEXT);
        if (inHand === undefined) return undefined;
        if (crowded.of !== inHand.key) crowded = { users: new Set(), of: inHand.key };
        return workOffPortion(manager, inHand, options, crowded.users);
      });
      if (portion === undefined) return false;
      await tell(options, portion);
      return true;
    } catch (error) {
      if (error instanceof CrowdedError) {
        crowded = { ...crowded, users: new Set([...crowded.users, ...error.users]) };
        continue;
      }
      if (inHand === undefined) throw error;
      await failed(options, inHand, error);
      return true;
    }
  }
}

/** Of the workspace whose turn was the longest ago, however many imports it has; of these the one whose turn was. */
const NEXT = `
  select i.* from ${IMPORTS} i where i.state = 'running' and i.ended_at is null
   order by (
     select max(own.updated_at) from ${IMPORTS} own
      where own.workspace_id = i.workspace_id and own.state = 'running' and own.ended_at is null
   ), i.updated_at
   limit 1 for update of i skip locked`;

async function tell(options: WorkOffOptions, { row, created, targets }: Portion): Promise<void> {
  if (created > 0) {
    options.metrics.created(row.regulation_type, created);
    options.afterCommit();
    await wakeWorkers(options.database, row.workspace_id, targets);
  }
  if (row.ended_at !== null) ended(options, row);
}

/** A file that cannot be gone on with ends its import; what fails here is tried again, after the others. */
async function failed(options: WorkOffOptions, row: ImportRow, error: unknown): Promise<void> {
  const reason = reasonOf(error);
  if (reason === undefined && error instanceof LetheError) throw error; // of the database, which is away
  const isLast = reason !== undefined || row.failures + 1 >= MOST_FAILURES;
  options.logger.warn(
    {
      importId: row.id,
      workspaceId: row.workspace_id,
      ...(reason === undefined && { error: describeError(error) }),
    },
    'a portion of an import failed',
  );
  const after = await options.database.transaction(async (manager) => {
    const [[changed]] = await manager.query<[ImportRow[], number]>(
      `update ${IMPORTS} set failures = failures + 1, updated_at = clock_timestamp(),
          state = case when $3 then 'failed' else state end, failure = $4,
          ended_at = case when $3 then clock_timestamp() end
        where workspace_id = $1 and id = $2 and state = 'running' returning *`,
      [row.workspace_id, row.id, isLast, isLast ? (reason ?? GAVE_UP) : null],
    );
    if (changed !== undefined && isLast) await forgetPieces(manager, row);
    return changed;
  });
  if (after !== undefined && isLast) ended(options, after);
}

const GAVE_UP =
  'Something went wrong on our side again and again. What was made stays; the operator finds why in the log of the regulation service.';

/** Why it is the file, or what it was to do, that is wrong. */
function reasonOf(error: unknown): string | undefined {
  const isOfFile =
    error instanceof UnusableFileError ||
    (error instanceof LetheError && error.code === 'invalid_request');
  return isOfFile ? cutToBytes(error.message, REASON_BYTES) : undefined;
}

function ended({ logger, endedImports }: WorkOffOptions, row: ImportRow): void {
  endedImports.inc({ state: row.state });
  logger.info(
    {
      ...{
        importId: row.id,
        workspaceId: row.workspace_id,
        state: row.state,
        rows: Number(row.rows),
      },
      ...{ accepted: Number(row.accepted), refused: Number(row.refused) },
      seconds: Math.round(
        (row.ended_at?.getTime() ?? 0) / 1_000 - (row.uploaded_at?.getTime() ?? 0) / 1_000,
      ),
    },
    'an import has ended',
  );
}

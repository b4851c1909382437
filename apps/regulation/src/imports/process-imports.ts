import { LetheError } from '@lethe/contracts';
import { cutToBytes } from '@lethe/contracts/bounds';
import { UnusableFileError } from '@lethe/contracts/user-files';
import { describeError, type CounterMetric } from '@lethe/observability';
import { wakeWorkers } from '../regulations/create/store-regulations.js';
import type { ForegroundWork } from '../foreground-work.js';
import type { ServiceParts } from '../service-parts.js';
import { IMPORTS, REASON_BYTES, type ImportRow } from './import-table.js';
import { deletePieces } from './lock-import.js';
import {
  CrowdedError,
  processPortion,
  type Portion,
  type PortionParts,
} from './process-portion.js';

/**
 * Number of consecutive failures after which the import fails, because the cause is probably
 * permanent.
 */
const MOST_FAILURES = 10;

export interface ImportWorkOptions extends ServiceParts {
  readonly foreground: ForegroundWork;
  readonly endedImports: CounterMetric<'state'>;
}

/**
 * Returns one round of the periodic job. A round processes one portion after the other, until no
 * import has rows left. It skips imports that another instance has locked.
 */
export function createImportWork(
  options: ImportWorkOptions,
): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const parts = { ...options, yieldToCalls: options.foreground.yieldToCalls() };
    while (!signal.aborted && (await processNext(parts))) await parts.yieldToCalls();
  };
}

async function processNext(options: ImportWorkOptions & PortionParts): Promise<boolean> {
  let crowded: { readonly users: ReadonlySet<string>; readonly of?: string } = { users: new Set() };
  let current: ImportRow | undefined;
  for (;;) {
    try {
      const portion = await options.database.transaction(async (manager) => {
        [current] = await manager.query<ImportRow[]>(NEXT);
        if (current === undefined) return undefined;
        if (crowded.of !== current.key) crowded = { users: new Set(), of: current.key };
        return processPortion(manager, current, options, crowded.users);
      });
      if (portion === undefined) return false;
      await report(options, portion);
      return true;
    } catch (error) {
      if (error instanceof CrowdedError) {
        crowded = { ...crowded, users: new Set([...crowded.users, ...error.users]) };
        continue;
      }
      if (current === undefined) throw error;
      await failed(options, current, error);
      return true;
    }
  }
}

/**
 * Selects the workspace whose last portion is oldest, and in this workspace the import that has
 * waited longest. So a workspace with many imports gets no more portions than other workspaces.
 */
const NEXT = `
  select i.* from ${IMPORTS} i where i.state = 'running' and i.ended_at is null
   order by (
     select max(own.updated_at) from ${IMPORTS} own
      where own.workspace_id = i.workspace_id and own.state = 'running' and own.ended_at is null
   ), i.updated_at
   limit 1 for update of i skip locked`;

async function report(
  options: ImportWorkOptions,
  { row, created, targets }: Portion,
): Promise<void> {
  if (created > 0) {
    options.metrics.created(row.regulation_type, created);
    options.afterCommit();
    await wakeWorkers(options.database, row.workspace_id, targets);
  }
  if (row.ended_at !== null) ended(options, row);
}

/**
 * Ends the import if its file is unusable, or after too many failures. After any other failure, the
 * import is retried after other imports.
 */
async function failed(options: ImportWorkOptions, row: ImportRow, error: unknown): Promise<void> {
  const reason = reasonOf(error);
  if (reason === undefined && error instanceof LetheError) throw error; // database is unavailable
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
      [row.workspace_id, row.id, isLast, isLast ? (reason ?? INTERNAL_FAILURE) : null],
    );
    if (changed !== undefined && isLast) await deletePieces(manager, row);
    return changed;
  });
  if (after !== undefined && isLast) ended(options, after);
}

const INTERNAL_FAILURE =
  'The import failed several times because of an internal error. Regulations that were created stay. The operator finds the reason in the log of the regulation service.';

/** Returns the reason if the file or the request caused the error. */
function reasonOf(error: unknown): string | undefined {
  const isOfFile =
    error instanceof UnusableFileError ||
    (error instanceof LetheError && error.code === 'invalid_request');
  return isOfFile ? cutToBytes(error.message, REASON_BYTES) : undefined;
}

function ended({ logger, endedImports }: ImportWorkOptions, row: ImportRow): void {
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

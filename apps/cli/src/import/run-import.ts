import type { ImportDto } from '@lethe/api/imports';
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  defined,
  type ImportFormat,
  type ImportHeader,
  type SuspiciousRows,
} from '@lethe/contracts';
import type { ApiClient } from '../api/api-client.js';
import { connectApi } from '../api/connect-api.js';
import {
  CommandFailure,
  Interrupted,
  PartlyDone,
  type CommandContext,
} from '../command-context.js';
import { count } from '../count.js';
import { showNotDeleted } from '../regulations/show-not-deleted.js';
import { requestFrame, type RequestOptions } from '../regulations/request-options.js';
import { userPath } from '../user-path.js';
import { openImportFile, type ImportFile } from './open-import-file.js';
import { progressReporter } from './progress.js';
import { showRefusedRows } from './refused-rows.js';
import { findImport, uploadFile } from './upload-file.js';

const POLL_EVERY_MS = 500;

export interface ImportOptions extends RequestOptions {
  readonly format?: ImportFormat;
  readonly columns?: string;
  readonly delimiter?: string;
  readonly header?: ImportHeader;
  readonly suspicious?: SuspiciousRows;
  readonly receivedAtColumn?: string;
  readonly lawColumn?: string;
  readonly id?: string;
  readonly refusals?: string;
  readonly dryRun?: true;
}

/** Sends a file, waits until all rows are processed, and shows the result. */
export async function runImport(
  context: CommandContext,
  name: string,
  options: ImportOptions,
): Promise<void> {
  const file = await openImportFile(userPath(context, name), name);
  const api = await connectApi(context);
  const query = queryOf(options);
  const id = options.id ?? idOf(file, query, options.dryRun === true);
  const reportProgress = progressReporter(context);
  const uploaded = await uploadFile({
    ...{ api, id, file, query, onProgress: reportProgress },
    contentType: formatOf(name, options) === 'csv' ? 'text/csv' : 'application/x-ndjson',
  });
  const record = await untilEnded(api, uploaded, reportProgress);
  const { refusals } = options;
  if (record.refused > 0) {
    await showRefusedRows(
      context,
      api,
      record,
      refusals === undefined ? undefined : userPath(context, refusals),
    );
  }
  context.show(record, () => showImport(record));
  if (record.state !== 'done') throw failureOf(record);
  if (record.refused > 0) {
    const where = refusals === undefined ? ' Use --refusals <file> to write them to a file.' : '';
    throw new PartlyDone(`${count(record.refused, 'row')} refused.${where}`);
  }
}

async function untilEnded(
  api: ApiClient,
  begun: ImportDto,
  reportProgress: (record: ImportDto) => void,
): Promise<ImportDto> {
  let record = begun;
  while (record.endedAt === undefined) {
    reportProgress(record);
    await sleep(POLL_EVERY_MS, undefined, { signal: api.signal }).catch(() => {
      throw new Interrupted(
        `The import ${record.id} continues without this command. Run the same command again to see its result.`,
      );
    });
    const next = await findImport(api, record.id);
    if (next === undefined) throw new CommandFailure(`The import ${record.id} no longer exists.`);
    record = next;
  }
  return record;
}

function failureOf({ id, state, failure, created, canceledBy }: ImportDto): CommandFailure {
  const why =
    failure ??
    (state === 'canceled' ? `It was canceled by ${canceledBy ?? 'an unknown user'}.` : '');
  return new CommandFailure(
    `The import ${id} has ${state === 'failed' ? 'failed' : 'ended'}. ${why} Created and kept: ${count(created, 'regulation')}. To import the same file again, use another --id.`,
  );
}

/**
 * Returns the API parameters in a fixed sequence, because the import id is a hash of the parameters
 * and the file.
 */
function queryOf(options: ImportOptions): URLSearchParams {
  const { regulationType, sourceIds, destinationIds, reason, receivedAt, law } =
    requestFrame(options);
  const { columns, delimiter, header, suspicious, receivedAtColumn, lawColumn, dryRun } = options;
  const all = defined({
    ...{
      regulationType,
      sourceIds: sourceIds?.join(','),
      destinationIds: destinationIds?.join(','),
    },
    ...{ reason, columns, delimiter, header, suspicious },
    ...{
      received_at: receivedAt,
      law,
      received_at_column: receivedAtColumn,
      law_column: lawColumn,
    },
    dry_run: dryRun === true ? 'true' : undefined,
  });
  return new URLSearchParams(all);
}

/**
 * Returns an id that depends only on the file and the options, so that a repeated command finds its
 * import. Each dry run has a new id.
 */
function idOf({ hash }: ImportFile, query: URLSearchParams, isDry: boolean): string {
  if (isDry) return `dry-run-${randomUUID()}`;
  const digest = createHash('sha256').update(`${hash}?${query.toString()}`).digest('hex');
  return `file-${digest.slice(0, 32)}`;
}

function formatOf(name: string, { format }: ImportOptions): ImportFormat {
  return format ?? (/\.(?:ndjson|jsonl)$/i.test(name) ? 'ndjson' : 'csv');
}

/** @returns summary of an import */
function showImport({ id, dryRun, rows, accepted, ...record }: ImportDto): string[] {
  const { refused, repeated } = record;
  const notDeleted = showNotDeleted(record);
  const others = `${refused} refused, ${repeated} repeated`;
  if (dryRun) {
    return [
      `Nothing was changed. Of ${count(rows, 'row')}: ${accepted} would be imported, ${others}.`,
      ...notDeleted,
    ];
  }
  return [
    `${count(rows, 'row')}: ${count(accepted, 'user')} imported, ${others}. Import: ${id}`,
    ...notDeleted,
  ];
}

import type { ImportDto } from '@lethe/api/imports';
import { createHash, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
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
import { requestFrame, type RequestOptions } from '../regulations/request-options.js';
import { openImportFile, type ImportFile } from './open-import-file.js';
import { progressTeller } from './progress.js';
import { showRefusedRows } from './refused-rows.js';
import { findImport, uploadFile } from './upload-file.js';

const LOOK_EVERY_MS = 500;

/** What the command line says of an import. */
export interface ImportOptions extends RequestOptions {
  readonly format?: ImportFormat;
  readonly columns?: string;
  readonly delimiter?: string;
  readonly header?: ImportHeader;
  readonly suspicious?: SuspiciousRows;
  readonly id?: string;
  readonly refusals?: string;
  readonly dryRun?: true;
}

/** Sends a file, waits until its rows are worked off, and shows what became of it. */
export async function runImport(
  context: CommandContext,
  name: string,
  options: ImportOptions,
): Promise<void> {
  // npm runs scripts in the root of the project, wherever the person is.
  const at = (path: string) => resolve(context.environment.INIT_CWD ?? '.', path);
  const file = await openImportFile(at(name), name);
  const api = await connectApi(context);
  const query = queryOf(options);
  const id = options.id ?? idOf(file, query, options.dryRun === true);
  const tell = progressTeller(context);
  const uploaded = await uploadFile({
    ...{ api, id, file, query, onProgress: tell },
    contentType: formatOf(name, options) === 'csv' ? 'text/csv' : 'application/x-ndjson',
  });
  const record = await untilEnded(api, uploaded, tell);
  const { refusals } = options;
  if (record.refused > 0) {
    await showRefusedRows(context, api, record, refusals === undefined ? undefined : at(refusals));
  }
  context.show(record, () => showImport(record));
  if (record.state !== 'done') throw failureOf(record);
  if (record.refused > 0) {
    const where = refusals === undefined ? ' --refusals <file> writes them to a file.' : '';
    throw new PartlyDone(`${count(record.refused, 'row')} refused.${where}`);
  }
}

async function untilEnded(
  api: ApiClient,
  begun: ImportDto,
  tell: (record: ImportDto) => void,
): Promise<ImportDto> {
  let record = begun;
  while (record.endedAt === undefined) {
    tell(record);
    await sleep(LOOK_EVERY_MS, undefined, { signal: api.signal }).catch(() => {
      throw new Interrupted(
        `The import ${record.id} goes on without this command. The same command shows what becomes of it.`,
      );
    });
    const next = await findImport(api, record.id);
    if (next === undefined) throw new CommandFailure(`There is no import ${record.id} any more.`);
    record = next;
  }
  return record;
}

function failureOf({ id, state, failure, created, canceledBy }: ImportDto): CommandFailure {
  const why =
    failure ?? (state === 'canceled' ? `It was canceled by ${canceledBy ?? 'somebody'}.` : '');
  return new CommandFailure(
    `The import ${id} has ${state === 'failed' ? 'failed' : 'ended'}. ${why} ${count(created, 'regulation')} of it stay. To import the same file once more, give it another --id.`,
  );
}

/** The parameters of the API, in one order: two imports are the same when these are, and the file. */
function queryOf(options: ImportOptions): URLSearchParams {
  const { regulationType, sourceIds, destinationIds, reason } = requestFrame(options);
  const { columns, delimiter, header, suspicious, dryRun } = options;
  const all = defined({
    ...{
      regulationType,
      sourceIds: sourceIds?.join(','),
      destinationIds: destinationIds?.join(','),
    },
    ...{ reason, columns, delimiter, header, suspicious },
    dry_run: dryRun === true ? 'true' : undefined,
  });
  return new URLSearchParams(all);
}

/** The same for the same file and options: so a repeat finds what was begun. A dry run is begun anew each time. */
function idOf({ hash }: ImportFile, query: URLSearchParams, isDry: boolean): string {
  if (isDry) return `dry-run-${randomUUID()}`;
  const whole = createHash('sha256').update(`${hash}?${query.toString()}`).digest('hex');
  return `file-${whole.slice(0, 32)}`;
}

function formatOf(name: string, { format }: ImportOptions): ImportFormat {
  return format ?? (/\.(?:ndjson|jsonl)$/i.test(name) ? 'ndjson' : 'csv');
}

/** @returns a line that sums an import up */
function showImport({ id, dryRun, rows, accepted, ...record }: ImportDto): string[] {
  const { refused, repeated } = record;
  const others = `${refused} refused, ${repeated} repeated`;
  if (dryRun) {
    return [`Nothing was done. Of ${count(rows, 'row')}: ${accepted} would be taken, ${others}.`];
  }
  return [`${count(rows, 'row')}: ${count(accepted, 'user')} taken, ${others}. Import: ${id}`];
}

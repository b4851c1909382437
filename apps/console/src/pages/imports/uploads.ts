import { ApiError } from '../../api/api-error.js';
import { imports, type Import } from '../../api/imports.js';
import { backoff } from '../../api/query-client.js';
import { Store } from '../../lib/store.js';
import type { FileFormat } from './file-columns.js';

/**
 * Size of one part of the file in bytes. Parts are small, so that a broken connection costs little
 * time.
 */
const PART_BYTES = 4 * 1024 * 1024;
const TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
};

/**
 * Maximum number of consecutive failures. After more failures, the upload stops until the user
 * continues it.
 */
const MOST_FAILURES = 8;

/** An upload of a file. It continues while the user visits other pages. */
export interface Upload {
  readonly id: string;
  readonly file: File;
  readonly format: FileFormat;
  /** Query of the request, without `id` and `dry_run`. */
  readonly query: URLSearchParams;
  readonly sent: number;
  readonly isSending: boolean;
  readonly error: unknown;
}

const all = new Store<ReadonlyMap<string, Upload>>(new Map());

function change(id: string, part: Partial<Upload>): void {
  const before = all.get().get(id);
  if (before !== undefined) keep({ ...before, ...part });
}

function keep(upload: Upload): void {
  all.set(new Map(all.get()).set(upload.id, upload));
}

export function useUpload(id: string): Upload | undefined {
  return all.use().get(id);
}

type Begun = Pick<Upload, 'file' | 'format' | 'query'>;

/**
 * The last start of an upload, if it has not succeeded. If the user starts the same upload again,
 * it gets the same id. So a lost response does not cause a second import.
 */
let unanswered: { readonly file: File; readonly search: string; readonly id: string } | undefined;

/**
 * Sends the first part of the file, and returns the id of the import. Sends the other parts in the
 * background.
 *
 * @throws ApiError if the API rejects the first part
 */
export async function beginUpload(
  { file, format, query }: Begun,
  dryRun: boolean,
): Promise<string> {
  const search = new URLSearchParams([...query, ...(dryRun ? [['dry_run', 'true']] : [])]);
  const same = unanswered?.file === file && unanswered.search === String(search);
  const id = same && unanswered ? unanswered.id : `import-${crypto.randomUUID()}`;
  unanswered = { file, search: String(search), id };
  const first = file.slice(0, PART_BYTES);
  const begun = await imports
    .begin(new URLSearchParams([...search, ['id', id]]), {
      body: first,
      headers: { ...partHeaders(file, first.size), 'Content-Type': TYPES[format] },
    })
    .catch((error: unknown) => {
      if (same && error instanceof ApiError && error.status === 409) return imports.get(id);
      throw error;
    });
  unanswered = undefined;
  keep({ id, file, format, query, sent: begun.receivedBytes, isSending: false, error: undefined });
  if (begun.state === 'uploading') void sendRest(id);
  return id;
}

/** Continues an interrupted upload with the file that the user chose again. */
export function resumeUpload(record: Import, file: File): void {
  keep({
    ...{ id: record.id, file, format: record.format, query: new URLSearchParams() },
    ...{ sent: record.receivedBytes, isSending: false, error: undefined },
  });
  void sendRest(record.id);
}

export async function sendRest(id: string): Promise<void> {
  const upload = all.get().get(id);
  if (upload === undefined || upload.isSending) return;
  change(id, { isSending: true, error: undefined });
  try {
    let state = await imports.get(id);
    for (let failures = 0; state.state === 'uploading';) {
      const offset = state.receivedBytes;
      change(id, { sent: offset });
      const body = upload.file.slice(offset, offset + PART_BYTES);
      try {
        state = await imports.continueUpload(id, {
          body,
          headers: {
            ...partHeaders(upload.file, offset + body.size),
            ...{ 'Upload-Offset': String(offset), 'Content-Type': 'application/partial-upload' },
          },
        });
        failures = 0;
      } catch (error) {
        // Status 409 means that another request has continued the upload. The next pass uses the
        // new offset from the API.
        const isPassing = error instanceof ApiError && (error.isRetryable || error.status === 409);
        // An outage of the gateway does not count as a failure, because the banner reports it.
        const isAway = isPassing && error.isUnreachable;
        if (!isAway) failures += 1;
        if (!isPassing || failures > MOST_FAILURES) throw error;
        await new Promise((resolve) => setTimeout(resolve, backoff(failures)));
        state = await imports.get(id).catch(() => state);
      }
    }
    change(id, { sent: state.receivedBytes, isSending: false });
  } catch (error) {
    change(id, { isSending: false, error });
  }
}

function partHeaders(file: File, end: number): Record<string, string> {
  return { 'Upload-Complete': end >= file.size ? '?1' : '?0', 'Upload-Length': String(file.size) };
}

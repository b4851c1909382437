import { ApiError } from '../../api/api-error.js';
import { imports, type Import } from '../../api/imports.js';
import { backoff } from '../../api/query-client.js';
import { Store } from '../../lib/store.js';
import type { FileFormat } from './file-columns.js';

/** What is sent at once: small enough that a broken connection costs little. */
const PART_BYTES = 4 * 1024 * 1024;
const TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
};

/** Where a file is imported with ids that look like a mistake. */
export const SUSPICIOUS_WARNING =
  'Rows whose ids look like a mistake, such as null or #N/A, are taken, too.';

/** In a row, until somebody has to tell it to go on. */
const MOST_FAILURES = 8;

/** A file on its way. It goes on while somebody looks at other pages of the console. */
export interface Upload {
  readonly id: string;
  readonly file: File;
  readonly format: FileFormat;
  /** Of the request, without `id` and `dry_run`. */
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

/** What was begun last and not answered: begun again, it is the same import. */
let unanswered: { readonly file: File; readonly asked: string; readonly id: string } | undefined;

/** Sends the first part; what is refused is refused here. The rest follows by itself. */
export async function beginUpload(
  { file, format, query }: Begun,
  dryRun: boolean,
): Promise<string> {
  const asked = new URLSearchParams([...query, ...(dryRun ? [['dry_run', 'true']] : [])]);
  const same = unanswered?.file === file && unanswered.asked === String(asked);
  const id = same && unanswered ? unanswered.id : `import-${crypto.randomUUID()}`;
  unanswered = { file, asked: String(asked), id };
  const first = file.slice(0, PART_BYTES);
  const begun = await imports
    .begin(new URLSearchParams([...asked, ['id', id]]), {
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

/** Goes on with an upload that broke off, with the same file, chosen again. */
export function resumeUpload(of: Import, file: File): void {
  keep({
    ...{ id: of.id, file, format: of.format, query: new URLSearchParams() },
    ...{ sent: of.receivedBytes, isSending: false, error: undefined },
  });
  void sendRest(of.id);
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
        state = await imports.goOn(id, {
          body,
          headers: {
            ...partHeaders(upload.file, offset + body.size),
            ...{ 'Upload-Offset': String(offset), 'Content-Type': 'application/partial-upload' },
          },
        });
        failures = 0;
      } catch (error) {
        // A conflict says that it goes on elsewhere; what was lost on the way is asked for.
        const isPassing = error instanceof ApiError && (error.isRetryable || error.status === 409);
        // A gateway that is away is waited for, however long: the banner says so.
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

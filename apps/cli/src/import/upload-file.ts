import type { ImportDto } from '@lethe/api/imports';
import type { ApiClient } from '../api/api-client.js';
import { PROGRAM } from '../api/retry-budget.js';
import { ApiFailure } from '../api/api-failure.js';
import { CommandFailure } from '../command-context.js';
import { readPart, type ImportFile } from './open-import-file.js';

/** Maximum bytes of the file in one request. */
const PART = 4 * 1024 * 1024;

export interface Upload {
  readonly api: ApiClient;
  readonly id: string;
  readonly file: ImportFile;
  /** Query of the request that creates the import, without the id. */
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly onProgress: (record: ImportDto) => void;
}

/** @returns import with this id; undefined if there is none */
export async function findImport(api: ApiClient, id: string): Promise<ImportDto | undefined> {
  try {
    return await api.json<ImportDto>({
      ...{ method: 'GET', path: `/v2/imports/${id}`, retryBudget: PROGRAM },
    });
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'not_found') return undefined;
    throw error;
  }
}

/**
 * Begins an import, or finds it by its id. Sends the missing part of the file.
 *
 * @returns the import; either the API has received the complete file, or the import has ended
 */
export async function uploadFile(upload: Upload): Promise<ImportDto> {
  let record = (await findImport(upload.api, upload.id)) ?? (await begin(upload));
  while (record.state === 'uploading') {
    upload.onProgress(record);
    record = await sendPart(upload, record.receivedBytes);
  }
  return record;
}

async function begin({ api, id, file, query, contentType }: Upload): Promise<ImportDto> {
  const parameters = new URLSearchParams([['id', id], ...query]);
  try {
    return await api.json<ImportDto>({
      ...{ method: 'POST', path: `/v2/imports?${parameters.toString()}`, retryBudget: PROGRAM },
      bytes: Buffer.alloc(0),
      headers: {
        'content-type': contentType,
        'upload-complete': '?0',
        'upload-length': String(file.bytes),
      },
    });
  } catch (error) {
    // On a conflict, an earlier request has created the import, and its response was lost.
    return found(api, id, error);
  }
}

async function sendPart({ api, id, file }: Upload, offset: number): Promise<ImportDto> {
  const bytes = await readPart(file.path, offset, PART);
  const isLast = offset + bytes.length >= file.bytes;
  if (bytes.length === 0 && !isLast) {
    throw new CommandFailure(
      'The file became shorter while it was sent. Run the command again, and do not change the file meanwhile.',
    );
  }
  try {
    return await api.json<ImportDto>({
      ...{ method: 'PATCH', path: `/v2/imports/${id}`, retryBudget: PROGRAM, bytes },
      headers: {
        'content-type': 'application/partial-upload',
        'upload-offset': String(offset),
        'upload-complete': isLast ? '?1' : '?0',
      },
    });
  } catch (error) {
    return found(api, id, error); // the API already has this part of the file
  }
}

/** Returns the import if the error is a conflict. @throws `error` if it is not a conflict */
async function found(api: ApiClient, id: string, error: unknown): Promise<ImportDto> {
  if (!(error instanceof ApiFailure) || error.code !== 'conflict') throw error;
  const record = await findImport(api, id);
  if (record === undefined) throw error;
  return record;
}

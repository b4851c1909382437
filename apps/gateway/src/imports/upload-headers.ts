import { IMPORT_LIMITS, LetheError, type ImportFormat } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';
import { parseQuery } from '../http/request/query-string.js';

const FORMATS = new Map<string, ImportFormat>([
  ['text/csv', 'csv'],
  ['application/x-ndjson', 'ndjson'],
]);
const BYTES = 'application/octet-stream';
const IN_UTF8 = /^(?:charset=(?:utf-8|"utf-8")|header=(?:present|"present"))$/i;
const WHOLE = /^\d{1,15}$/;

/** What the headers say of a part of a file. */
export interface UploadHeaders {
  /** Whether the file ends with this body. */
  readonly isComplete: boolean;
  /** Of the whole file, where it is said. */
  readonly totalBytes?: number;
}

/**
 * The format of a file, by the type of the body. Generated clients often know no type of files but `application/octet-stream`: then the query
 * has the format, or it is CSV.
 *
 * @throws LetheError `unsupported_media_type`, `invalid_request`
 */
export function readFormat(request: Pick<FastifyRequest, 'headers' | 'url'>): ImportFormat {
  const [type = '', ...parameters] = typeParts(request);
  const { format: asked } = parseQuery(request.url);
  if (asked !== undefined && !isFormat(asked)) throw invalid('format', 'must be csv or ndjson');
  const format = type === BYTES ? (asked ?? 'csv') : FORMATS.get(type);
  if (format === undefined || !parameters.every((one) => IN_UTF8.test(one))) {
    throw unsupported(
      'The file must be sent as text/csv or application/x-ndjson, or as application/octet-stream with the parameter format, in UTF-8.',
    );
  }
  if (asked !== undefined && asked !== format) throw invalid('format', `is not ${type}`);
  return format;
}

function isFormat(value: unknown): value is ImportFormat {
  return value === 'csv' || value === 'ndjson';
}

/** @throws LetheError `unsupported_media_type` */
export function assertPart(request: Pick<FastifyRequest, 'headers'>): void {
  const [type = ''] = typeParts(request);
  if (type === 'application/partial-upload' || type === BYTES || FORMATS.has(type)) return;
  throw unsupported('The rest of a file must be sent as application/partial-upload.');
}

/**
 * Reads `Upload-Complete` and `Upload-Length`, as the IETF's draft of resumable uploads has them.
 *
 * @throws LetheError `invalid_request`, `payload_too_large`
 */
export function readUploadHeaders({ headers, method }: FastifyRequest): UploadHeaders {
  const { 'upload-complete': complete = '?1', 'upload-length': length } = headers;
  if (complete !== '?1' && complete !== '?0') throw invalid('Upload-Complete', 'must be ?1 or ?0');
  const isComplete = complete === '?1';
  if (length !== undefined && !isWhole(length)) {
    throw invalid('Upload-Length', 'must be the bytes of the whole file');
  }
  const ofBody = headers['content-length'];
  const body = ofBody === undefined ? undefined : Number(ofBody);
  const total = length ?? (isComplete && method === 'POST' ? body : undefined);
  const totalBytes = total === undefined ? undefined : Number(total);
  if (Math.max(totalBytes ?? 0, body ?? 0) > IMPORT_LIMITS.bytes) throw tooLarge();
  return { isComplete, ...(totalBytes === undefined ? {} : { totalBytes }) };
}

/** @throws LetheError `invalid_request` */
export function readOffset({ headers }: Pick<FastifyRequest, 'headers'>): number {
  const { 'upload-offset': offset } = headers;
  if (isWhole(offset)) return Number(offset);
  throw invalid(
    'Upload-Offset',
    'must be the byte at which the body begins: receivedBytes of the import',
  );
}

export function tooLarge(): LetheError {
  return new LetheError('payload_too_large', {
    message: `A file must not have more than ${IMPORT_LIMITS.bytes} bytes. Send the rest as another import.`,
  });
}

function typeParts({ headers }: Pick<FastifyRequest, 'headers'>): string[] {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw unsupported('The body must be sent without a content coding.');
  }
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim());
  return [type.toLowerCase(), ...parameters.filter((one) => one !== '')];
}

function isWhole(value: unknown): value is string {
  return typeof value === 'string' && WHOLE.test(value);
}

function unsupported(message: string): LetheError {
  return new LetheError('unsupported_media_type', { message });
}

function invalid(name: string, problem: string): LetheError {
  return new LetheError('invalid_request', {
    message: `${name}: ${problem}`,
    details: { [name]: problem },
  });
}

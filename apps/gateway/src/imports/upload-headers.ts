import {
  namesProblem,
  NOT_TAKEN,
  type CreateImport,
  type UploadHeadersDto,
} from '@lethe/api/imports';
import {
  DetailsCollector,
  FILE_TOO_LARGE,
  IMPORT_LIMITS,
  LetheError,
  type ImportFormat,
} from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';

const FORMATS = new Map<string, ImportFormat>([
  ['text/csv', 'csv'],
  ['application/x-ndjson', 'ndjson'],
]);
const IN_UTF8 = /^(?:charset=(?:utf-8|"utf-8")|header=(?:present|"present"))$/i;

/** Content of the upload headers. */
export interface Upload {
  /** Whether the file ends with this body. */
  readonly isComplete: boolean;
  /** Bytes of the complete file, if known. */
  readonly totalBytes?: number;
}

/**
 * Returns the format of a file by its `Content-Type`. Generated clients often send
 * `application/octet-stream`. Then the query contains the format, or the format is CSV.
 *
 * @throws LetheError `unsupported_media_type`; `invalid_request` if the query does not match the
 * format
 */
export function readFormat(
  { headers }: Pick<FastifyRequest, 'headers'>,
  query: Pick<CreateImport, 'columns' | 'header'> & { readonly format?: ImportFormat },
): ImportFormat {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim());
  if (!parameters.every((parameter) => parameter === '' || IN_UTF8.test(parameter))) {
    throw new LetheError('unsupported_media_type', { message: NOT_TAKEN });
  }
  const { format: requested = 'csv' } = query;
  const format = FORMATS.get(type.toLowerCase()) ?? requested;
  const problems = new DetailsCollector();
  if (query.format !== undefined && requested !== format)
    problems.add('format', `does not match the Content-Type ${type}`);
  if (format === 'ndjson' && query.header !== undefined) {
    problems.add('header', 'is for CSV only: NDJSON has no header');
  }
  const problem = format === 'csv' ? namesProblem(query.columns) : undefined;
  if (problem !== undefined) problems.add('columns', problem);
  problems.throwIfAny();
  return format;
}

/** @throws LetheError `payload_too_large` */
export function readUpload(
  { headers, method }: Pick<FastifyRequest, 'headers' | 'method'>,
  { uploadComplete, uploadLength }: UploadHeadersDto,
): Upload {
  const isComplete = uploadComplete !== '?0';
  const contentLength = headers['content-length'];
  const bodyBytes = contentLength === undefined ? undefined : Number(contentLength);
  const total = uploadLength ?? (isComplete && method === 'POST' ? bodyBytes : undefined);
  if (Math.max(total ?? 0, bodyBytes ?? 0) > IMPORT_LIMITS.bytes) {
    throw new LetheError('payload_too_large', { message: FILE_TOO_LARGE });
  }
  return { isComplete, ...(total === undefined ? {} : { totalBytes: total }) };
}

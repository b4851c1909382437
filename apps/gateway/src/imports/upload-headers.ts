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

/** What the headers say of a part of a file. */
export interface Upload {
  /** Whether the file ends with this body. */
  readonly isComplete: boolean;
  /** Of the whole file, where it is said. */
  readonly totalBytes?: number;
}

/**
 * The format of a file, by the type of the body. Generated clients often know no type of files but `application/octet-stream`: then the query
 * has the format, or it is CSV.
 *
 * @throws LetheError `unsupported_media_type`; `invalid_request` where the query does not go with the format
 */
export function readFormat(
  { headers }: Pick<FastifyRequest, 'headers'>,
  query: Pick<CreateImport, 'columns' | 'header'> & { readonly format?: ImportFormat },
): ImportFormat {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim());
  if (!parameters.every((one) => one === '' || IN_UTF8.test(one))) {
    throw new LetheError('unsupported_media_type', { message: NOT_TAKEN });
  }
  const { format: asked = 'csv' } = query;
  const format = FORMATS.get(type.toLowerCase()) ?? asked;
  const problems = new DetailsCollector();
  if (query.format !== undefined && asked !== format) problems.add('format', `is not ${type}`);
  if (format === 'ndjson' && query.header !== undefined) {
    problems.add('header', 'is for CSV: NDJSON has no header');
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
  const ofBody = headers['content-length'];
  const body = ofBody === undefined ? undefined : Number(ofBody);
  const total = uploadLength ?? (isComplete && method === 'POST' ? body : undefined);
  if (Math.max(total ?? 0, body ?? 0) > IMPORT_LIMITS.bytes) {
    throw new LetheError('payload_too_large', { message: FILE_TOO_LARGE });
  }
  return { isComplete, ...(total === undefined ? {} : { totalBytes: total }) };
}

import { ImportDto, ImportPageDto } from '@lethe/api';
import {
  ID_PATTERN,
  IMPORT_HEADERS,
  IMPORT_LIMITS,
  REGULATION_TYPES,
  SUSPICIOUS_ROWS,
  type ErrorCode,
} from '@lethe/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { ApiOptionalQuery, ApiTokenOperation } from '../docs/api-operation.decorator.js';
import { IMPORTS_TAG } from '../docs/openapi-document.js';

const MIB = 1024 ** 2;
const UPLOAD_ERRORS = [
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'conflict',
  'outcome_unknown',
] as const satisfies readonly ErrorCode[];

const RUNNING = {
  id: 'crm-2026-11',
  state: 'running',
  format: 'csv',
  regulationType: 'suppress',
  dryRun: false,
  ...{ receivedBytes: 1_048_576, totalBytes: 1_048_576, doneBytes: 524_288, percentage: 50 },
  ...{ rows: 20_000, accepted: 19_990, created: 19_990, refused: 8, repeated: 2 },
  createdAt: '2026-11-21T08:00:00.000Z',
  createdBy: 'demo admin',
  uploadedAt: '2026-11-21T08:00:02.000Z',
  updatedAt: '2026-11-21T08:00:05.000Z',
} as const satisfies ImportDto;

const ApiImports = (summary: string, description: string, ...errors: readonly ErrorCode[]) =>
  ApiTokenOperation({ tag: IMPORTS_TAG, summary, description, errors });

const ApiImportId = () =>
  ApiParam({ name: 'id', schema: { type: 'string', pattern: ID_PATTERN.source } });

const ApiUploadHeaders = () =>
  applyDecorators(
    ApiHeader({
      name: 'Upload-Complete',
      required: false,
      description: '`?0`: more of the file comes later.',
      schema: { type: 'string', enum: ['?0', '?1'] },
    }),
    ApiHeader({
      name: 'Upload-Length',
      required: false,
      description: 'Bytes of the whole file.',
      schema: { type: 'integer', minimum: 0, maximum: IMPORT_LIMITS.bytes },
    }),
  );

export const DocumentsBegin = () =>
  applyDecorators(
    ApiImports(
      'Import a file of users',
      `A regulation for each row of a file of up to ${IMPORT_LIMITS.bytes / MIB} MiB, which is the body. The answer comes once it is stored; the rows are worked off afterwards. Where the connection breaks, what came is kept, and \`PATCH\` goes on. Takes \`regulations:suppress\` or \`regulations:delete\`, by type.`,
      ...UPLOAD_ERRORS,
    ),
    ApiConsumes('text/csv', 'application/x-ndjson', 'application/octet-stream'),
    ApiBody({ schema: { type: 'string', format: 'binary' } }),
    ApiOptionalQuery(
      'id',
      { type: 'string', pattern: ID_PATTERN.source },
      'Of your own, so that a repeat is a 409 and an upload can be gone on with; made when absent.',
    ),
    ApiQuery({ name: 'regulationType', schema: { type: 'string', enum: [...REGULATION_TYPES] } }),
    ApiOptionalQuery('sourceIds', { type: 'string' }, 'Separated by commas; all when absent.'),
    ApiOptionalQuery('destinationIds', { type: 'string' }, 'Separated by commas.'),
    ApiOptionalQuery('reason', { type: 'string', pattern: '\\S' }),
    ApiOptionalQuery(
      'columns',
      { type: 'string', example: 'user_id=userId,email' },
      'Only these columns of CSV or members of NDJSON: `column=identifier`, or `column` where the names are the same, separated by commas. A number names a column of CSV by its position, from 1 on: `1=userId,2=email`. All when absent.',
    ),
    ApiOptionalQuery(
      'delimiter',
      { type: 'string', default: ',' },
      'Between fields of CSV: a character, or `tab`. A first line such as `sep=;` names it in the file.',
    ),
    ApiOptionalQuery(
      'header',
      { type: 'string', enum: [...IMPORT_HEADERS] },
      'Whether the first line of CSV names the columns. `absent` takes `columns` by position. Without it, a first line that looks like data fails the import.',
    ),
    ApiOptionalQuery(
      'suspicious',
      { type: 'string', enum: [...SUSPICIOUS_ROWS], default: 'refuse' },
      '`accept` takes rows with ids that no system issues, such as `null`, `#N/A` or `9.0E+15`.',
    ),
    ApiOptionalQuery(
      'format',
      { type: 'string', enum: ['csv', 'ndjson'], default: 'csv' },
      'Of a body that is sent as `application/octet-stream`; the other types say it themselves.',
    ),
    ApiOptionalQuery(
      'dry_run',
      { type: 'boolean' },
      'True: all rows are checked, and nothing is made.',
    ),
    ApiUploadHeaders(),
    ApiAnswer(201, ImportDto, 'It is stored.', RUNNING),
  );

export const DocumentsAppend = () =>
  applyDecorators(
    ApiImports(
      'Go on with the upload of a file',
      'The rest of the file, or a part of it, from `receivedBytes` on. A 409 says where the file goes on. Takes the scope of the import.',
      ...UPLOAD_ERRORS,
      'not_found',
    ),
    ApiImportId(),
    ApiConsumes(
      ...['application/partial-upload', 'text/csv', 'application/x-ndjson'],
      'application/octet-stream',
    ),
    ApiBody({ schema: { type: 'string', format: 'binary' } }),
    ApiHeader({
      name: 'Upload-Offset',
      required: true,
      description: 'The byte of the file with which the body begins.',
      schema: { type: 'integer', minimum: 0, maximum: IMPORT_LIMITS.bytes },
    }),
    ApiUploadHeaders(),
    ApiAnswer(200, ImportDto, 'It is stored.', RUNNING),
  );

export const DocumentsListImports = () =>
  applyDecorators(
    ApiImports('List imports', 'The newest first. Takes `regulations:read`.', 'invalid_cursor'),
    ApiOptionalQuery('limit', {
      type: 'integer',
      minimum: 1,
      maximum: IMPORT_LIMITS.page,
      default: IMPORT_LIMITS.page,
    }),
    ApiOptionalQuery('after_cursor', { type: 'string' }),
    ApiAnswer(200, ImportPageDto, 'A page.', { data: [RUNNING], paging: {} }),
  );

export const DocumentsGetImport = () =>
  applyDecorators(
    ApiImports('Show an import', 'How far it is. Takes `regulations:read`.', 'not_found'),
    ApiImportId(),
    ApiAnswer(200, ImportDto, 'The import.', RUNNING),
  );

export const DocumentsRefusals = () =>
  applyDecorators(
    ApiImports(
      'Download the refused rows of an import',
      `As CSV with the delimiter of the file: \`line\`, \`column\`, \`reason\`, the fields as they were, and \`escaped\`, which holds \`lethe\`. A \`'\` stands before what a spreadsheet would take for a formula. An import of this file takes away again what was added. All rows, or with \`limit\` a page of them: \`after_line\` takes the line of the last row of the page before. A page has fewer rows where they are long; it is the last one when it has none. The first ${IMPORT_LIMITS.refusals} are kept, for ${IMPORT_LIMITS.refusalDays} days. Takes \`regulations:read\`.`,
      'not_found',
    ),
    ApiImportId(),
    ApiOptionalQuery(
      'limit',
      { type: 'integer', minimum: 1, maximum: IMPORT_LIMITS.refusalsPage },
      'Most rows of a page; all rows when absent.',
    ),
    ApiOptionalQuery(
      'after_line',
      { type: 'integer', minimum: 0, maximum: 999_999_999 },
      'Only rows behind this line of the file, without the line that names the columns.',
    ),
    ApiResponse({
      status: 200,
      description: 'The refused rows.',
      content: {
        'text/csv': {
          schema: { type: 'string' },
          example:
            'line,column,reason,userId,email,escaped\r\n17,userId,is required,,a@example.com,lethe\r\n',
        },
      },
    }),
  );

export const DocumentsCancelImport = () =>
  applyDecorators(
    ApiImports(
      'Cancel an import',
      'What was made before stays: `created` says how much that is. Again it changes nothing. Takes the scope of the import.',
      'not_found',
      'conflict',
    ),
    ApiImportId(),
    ApiAnswer(200, ImportDto, 'It has ended.', {
      ...RUNNING,
      state: 'canceled',
      endedAt: '2026-11-21T08:00:06.000Z',
      canceledBy: 'demo admin',
    }),
  );

import { IMPORT_LIMITS } from '@lethe/contracts';
import {
  capability,
  command,
  operation,
  resultOf,
  route,
  streamed,
  type CommandOf,
  type CommandsOf,
  type ResultOf,
} from '../definition/index.js';
import { CreateImportDto, CreateImportFromDto } from './create-import.dto.js';
import {
  AppendToImportDto,
  FurtherUploadHeadersDto,
  ImportIdDto,
  ListImportsDto,
  RefusalsOfImportDto,
  RefusalsQueryDto,
  UploadHeadersDto,
} from './import-requests.dto.js';
import { ImportDto, ImportPageDto } from './import.dto.js';

const MIB = 1024 ** 2;
const FILES = ['text/csv', 'application/x-ndjson', 'application/octet-stream'];

/** What is said of a body that is no file of users. */
export const NOT_TAKEN =
  'The file must be sent as text/csv or application/x-ndjson, or as application/octet-stream with the parameter format, in UTF-8.';

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

/** A page of refused rows. */
export interface RefusedRows {
  /** Lines of CSV; of the first page with the names of the columns. */
  readonly csv: string;
  /** Of the next page; absent on the last one. */
  readonly after?: number;
}

/** Files of users. What is in them never stands in a path or a query. */
export const imports = capability(
  'Imports',
  'Files of users, each of whom gets a regulation.',
  {
    createImport: operation({
      http: 'POST /v2/imports',
      summary: 'Import a file of users',
      description: `A regulation for each row of a file of up to ${IMPORT_LIMITS.bytes / MIB} MiB, which is the body. The answer comes once it is stored; the rows are worked off afterwards. Where the connection breaks, what came is kept, and \`PATCH\` goes on. Takes \`regulations:suppress\` or \`regulations:delete\`, by type.`,
      query: CreateImportDto,
      headers: UploadHeadersDto,
      streams: {
        types: FILES,
        otherwise: NOT_TAKEN,
      },
      answer: { status: 201, type: ImportDto, description: 'It is stored.', example: RUNNING },
      errors: ['conflict'],
      command: {
        pattern: 'imports.create.v2',
        adds: CreateImportFromDto,
        whenLost: 'outcome_unknown',
      },
    }),

    continueImport: route({
      http: 'PATCH /v2/imports/{id}',
      summary: 'Go on with the upload of a file',
      description:
        'The rest of the file, or a part of it, from `receivedBytes` on. A 409 says where the file goes on. Takes the scope of the import.',
      path: ImportIdDto,
      headers: FurtherUploadHeadersDto,
      streams: {
        types: ['application/partial-upload', ...FILES],
        otherwise: 'The rest of a file must be sent as application/partial-upload.',
      },
      answer: { status: 200, type: ImportDto, description: 'It is stored.', example: RUNNING },
      errors: ['conflict', 'outcome_unknown'],
    }),

    listImports: operation({
      http: 'GET /v2/imports',
      summary: 'List imports',
      description: 'The newest first. Takes `regulations:read`.',
      scopes: ['regulations:read'],
      query: ListImportsDto,
      answer: {
        status: 200,
        type: ImportPageDto,
        isLarge: true,
        isPage: true,
        description: 'A page.',
        example: { data: [RUNNING], paging: {} },
      },
      command: { pattern: 'imports.list.v1', whenLost: 'unavailable' },
    }),

    getImport: operation({
      http: 'GET /v2/imports/{id}',
      summary: 'Show an import',
      description: 'How far it is. Takes `regulations:read`.',
      scopes: ['regulations:read'],
      path: ImportIdDto,
      answer: { status: 200, type: ImportDto, description: 'The import.', example: RUNNING },
      command: { pattern: 'imports.get.v1', whenLost: 'unavailable' },
    }),

    getImportRefusals: route({
      http: 'GET /v2/imports/{id}/refusals',
      summary: 'Download the refused rows of an import',
      description: `As CSV with the delimiter of the file: \`line\`, \`column\`, \`reason\`, the fields as they were, and \`escaped\`, which holds \`lethe\`. A \`'\` stands before what a spreadsheet would take for a formula. An import of this file takes away again what was added. All rows, or with \`limit\` a page of them: \`after_line\` takes the line of the last row of the page before. A page has fewer rows where they are long; it is the last one when it has none. The first ${IMPORT_LIMITS.refusals} are kept, for ${IMPORT_LIMITS.refusalDays} days. Takes \`regulations:read\`.`,
      scopes: ['regulations:read'],
      path: ImportIdDto,
      query: RefusalsQueryDto,
      answer: {
        status: 200,
        isLarge: true,
        description: 'The refused rows.',
        stream: streamed(
          'text/csv',
          'line,column,reason,userId,email,escaped\r\n17,userId,is required,,a@example.com,lethe\r\n',
        ),
      },
    }),

    cancelImport: operation({
      http: 'POST /v2/imports/{id}/cancel',
      summary: 'Cancel an import',
      description:
        'What was made before stays: `created` says how much that is. Again it changes nothing. Takes the scope of the import.',
      path: ImportIdDto,
      answer: {
        status: 200,
        type: ImportDto,
        description: 'It has ended.',
        example: {
          ...RUNNING,
          state: 'canceled',
          endedAt: '2026-11-21T08:00:06.000Z',
          canceledBy: 'demo admin',
        },
      },
      errors: ['conflict'],
      command: { pattern: 'imports.cancel.v1', whenLost: 'unavailable' },
    }),
  },
  {
    /** A `conflict` unless the piece begins where the file ends so far. Where its answer is lost, it may be repeated as a repeat. */
    appendToImport: command({
      pattern: 'imports.append.v1',
      from: 'token',
      takes: AppendToImportDto,
      result: resultOf<ImportDto>(),
      whenLost: 'outcome_unknown',
    }),

    importRefusals: command({
      pattern: 'imports.refusals.v1',
      from: 'token',
      takes: RefusalsOfImportDto,
      result: resultOf<RefusedRows>(),
      sentWith: 'pages',
      whenLost: 'unavailable',
    }),
  },
);

/** Files of users, each of which gets a regulation. */
export type ImportCommands = CommandsOf<typeof imports>;

export type CreateImport = CommandOf<typeof imports, 'createImport'>;
export type AppendToImport = CommandOf<typeof imports, 'appendToImport'>;
export type GetImport = CommandOf<typeof imports, 'getImport'>;
export type ListImports = CommandOf<typeof imports, 'listImports'>;
export type ListedImports = ResultOf<typeof imports, 'listImports'>;
export type ImportRefusals = CommandOf<typeof imports, 'importRefusals'>;

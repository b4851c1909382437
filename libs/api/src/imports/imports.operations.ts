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

/** Message for a wrong content type. */
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

export interface RefusedRows {
  /** Lines of CSV. The first page begins with the names of the columns. */
  readonly csv: string;
  /** Position of the next page. Absent on the last page. */
  readonly after?: number;
}

/** Operations for imports of users. Paths and queries never contain data from the file. */
export const imports = capability(
  'Imports',
  'Import files of users. Each user gets a regulation.',
  {
    createImport: operation({
      http: 'POST /v2/imports',
      summary: 'Import a file of users',
      description: `Creates a regulation for each row of a file. The body is the file, of at most ${IMPORT_LIMITS.bytes / MIB} MiB. Lethe answers when the file is stored, and processes the rows afterwards. If the connection breaks, Lethe keeps the received bytes, and \`PATCH\` continues the upload. Requires the scope \`regulations:suppress\` or \`regulations:delete\`, depending on the type.`,
      query: CreateImportDto,
      headers: UploadHeadersDto,
      streams: {
        types: FILES,
        otherwise: NOT_TAKEN,
      },
      answer: {
        status: 201,
        type: ImportDto,
        description: 'The received bytes are stored.',
        example: RUNNING,
      },
      errors: ['conflict'],
      command: {
        pattern: 'imports.create.v2',
        adds: CreateImportFromDto,
        whenLost: 'outcome_unknown',
      },
    }),

    continueImport: route({
      http: 'PATCH /v2/imports/{id}',
      summary: 'Continue the upload of a file',
      description:
        'The body is the rest of the file, or a part of it, from the offset `receivedBytes`. A 409 names the expected offset. Requires the same scope as the import.',
      path: ImportIdDto,
      headers: FurtherUploadHeadersDto,
      streams: {
        types: ['application/partial-upload', ...FILES],
        otherwise: 'The rest of a file must be sent as application/partial-upload.',
      },
      answer: {
        status: 200,
        type: ImportDto,
        description: 'The received bytes are stored.',
        example: RUNNING,
      },
      errors: ['conflict', 'outcome_unknown'],
    }),

    listImports: operation({
      http: 'GET /v2/imports',
      summary: 'List imports',
      description: 'Newest first. Requires the scope `regulations:read`.',
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
      description: 'Shows the progress of the import. Requires the scope `regulations:read`.',
      scopes: ['regulations:read'],
      path: ImportIdDto,
      answer: { status: 200, type: ImportDto, description: 'The import.', example: RUNNING },
      command: { pattern: 'imports.get.v1', whenLost: 'unavailable' },
    }),

    getImportRefusals: route({
      http: 'GET /v2/imports/{id}/refusals',
      summary: 'Download the refused rows of an import',
      description: `The answer is CSV with the delimiter of the file. Its columns are \`line\`, \`column\`, \`reason\`, the columns of the file, and \`escaped\` with the value \`lethe\`. A \`'\` precedes a text that a spreadsheet would read as a formula. If you correct this file and import it, Lethe removes these additions. Without \`limit\`, the answer has all rows. With \`limit\`, it has one page; for the next page, set \`after_line\` to the line of the last row. A page with long rows has fewer rows, and a page without rows is the end. Lethe keeps the first ${IMPORT_LIMITS.refusals} refused rows for ${IMPORT_LIMITS.refusalDays} days. Requires the scope \`regulations:read\`.`,
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
        'Regulations that were created before stay, and `created` is their number. Repeating the request changes nothing. Requires the same scope as the import.',
      path: ImportIdDto,
      answer: {
        status: 200,
        type: ImportDto,
        description: 'The import has ended.',
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
    /**
     * Appends a piece. Fails with `conflict` if the piece does not begin at the current end of the
     * file. If the answer is lost, the gateway sends the piece again with `isRepeat`.
     */
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

export type ImportCommands = CommandsOf<typeof imports>;

export type CreateImport = CommandOf<typeof imports, 'createImport'>;
export type AppendToImport = CommandOf<typeof imports, 'appendToImport'>;
export type GetImport = CommandOf<typeof imports, 'getImport'>;
export type ListImports = CommandOf<typeof imports, 'listImports'>;
export type ListedImports = ResultOf<typeof imports, 'listImports'>;
export type ImportRefusals = CommandOf<typeof imports, 'importRefusals'>;

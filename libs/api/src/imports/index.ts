export { namesProblem, type ImportColumn } from './columns.js';
export type { RefusalsQueryDto, UploadHeadersDto } from './import-requests.dto.js';
export type { ImportDto, ImportState } from './import.dto.js';
export * from './imports.operations.js';

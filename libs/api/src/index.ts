export * from './catalog/definition.dto.js';
export * from './regulations/index.js';
export * from './users/index.js';
export * from './deletions/index.js';
export { LookupPagingDto, PagingDto } from './definition/index.js';

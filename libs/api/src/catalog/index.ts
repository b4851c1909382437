export * from './transformations.operations.js';
export * from './connections.operations.js';
export { definitionsLike } from './definitions.operations.js';
export * from './destinations.operations.js';
export { PageQueryDto } from './items.js';
export type { ItemPath, Resource } from './resource.js';
export * from './sources.operations.js';
export { TestCaseOutputDto } from './test-case-kinds.js';
export * from './test-cases.operations.js';

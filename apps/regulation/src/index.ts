export { markRestored } from './database/mark-restored.js';
export { REGULATION_ENTITIES, REGULATION_SCHEMA } from './database/regulation-schema.js';
export * from './regulation-core.js';

export { restore, type RestoreReport } from './restore/restore.js';
export type { ToldTopics } from './restore/load-topics.js';
export { REGULATION_ENTITIES, REGULATION_SCHEMA } from './database/regulation-schema.js';
export { limitsOf, limitVariables } from './config.js';
export * from './regulation-core.js';

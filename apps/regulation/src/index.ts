export { restore, type RestoreReport } from './restore/restore.js';
export type { ToldTopics } from './restore/load-topics.js';
export { REGULATION_ENTITIES, REGULATION_SCHEMA } from './database/regulation-schema.js';
export { limitsOf, limitVariables } from './config.js';
export { tellAgain } from './relay/tell-again.js';
export { tellingProgress, type TellingProgress } from './relay/telling-progress.js';
export { FEWEST_CONNECTIONS, openPools, type DatabasePools } from './database/open-pools.js';
export * from './regulation-core.js';

export { restore, type RestoreReport } from './restore/restore.js';
export type { PublishedTopics } from './restore/load-published-topics.js';
export { REGULATION_SCHEMA } from './database/regulation-schema.js';
export { REGULATION_ENTITIES } from './regulations/regulation.entity.js';
export { limitsOf, limitVariables } from './regulation.config.js';
export { republishAll } from './relay/position/republish-all.js';
export { publishProgress, type PublishProgress } from './relay/position/publish-progress.js';
export { FEWEST_CONNECTIONS, openPools, type DatabasePools } from './database/open-pools.js';
export * from './create-regulation-core.js';

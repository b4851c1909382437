// The npm package contains this client, so that a service needs no other package of Lethe.
export { plainDecimal } from '@lethe/contracts/bounds';
export {
  createKafka,
  limitUnpackedBatches,
  type KafkaClient,
  type KafkaConfig,
  type KafkaLog,
  type KafkaLogin,
  type UnreadableBatchReason,
} from '@lethe/messaging';
export { NotReadyError } from './not-ready-error.js';
export { SuppressionIndex } from './suppression-index.js';
export type {
  SuppressionIndexEvent,
  SuppressionIndexOptions,
  SuppressionIndexStatus,
} from './suppression-index-options.js';
export type { UnreadableReason } from './read-suppression.js';
export type { RestartReason } from './rebuilding.js';
export type { Lack } from './find-lack.js';
export type { SnapshotRefusal } from './snapshot/snapshot-error.js';

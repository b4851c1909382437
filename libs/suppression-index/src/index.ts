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

export * from './append.js';
export * from './leader-lock.js';
export * from './outbox-event.js';
export * from './outbox-source.js';
export * from './outbox-table.js';
export * from './relay.js';
export * from './relay-source.js';
export { DEFAULT_BATCH_SIZE } from './relay-session.js';
export * from './wake-signal.js';

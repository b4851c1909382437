// What travels on Kafka, and what is needed to read it. An entry of its own, `@lethe/contracts/events`:
// programs that only read our topics must not have to install the web framework of the DTOs.
export * from '../identity/user-id.js';
export * from './deletion-job-requested.js';
export * from './reader-schema.js';
export * from './regulation-lifecycle.js';
export * from './relay-record.js';
export * from './secret-revoked.js';
export * from './suppression-state.js';
export * from './test-run.js';
export * from './topics.js';

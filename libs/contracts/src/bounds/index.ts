// Checks of values from clients. The limits are in `limits.ts`. `@lethe/contracts/bounds` is a
// separate entry point, so that threads that run code of users do not load the schemas of events.
export * from '../identity/plain-decimal.js';
export * from './cut-to-bytes.js';
export * from './nesting-depth.js';
export * from './skip-json.js';
export * from './value-ids.js';

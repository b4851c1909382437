// What keeps the values of strangers within bounds; the numbers are in `limits.ts`. An entry of its
// own, `@lethe/contracts/bounds`: threads that run users' code start without loading the events' schemas.
export * from '../identity/plain-decimal.js';
export * from './cut-to-bytes.js';
export * from './nesting-depth.js';
export * from './skip-json.js';
export * from './value-ids.js';

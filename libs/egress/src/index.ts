export type * from './egress.js';
export * from './create-egress.js';
export * from './egress-allow.js';
export * from './egress-errors.js';

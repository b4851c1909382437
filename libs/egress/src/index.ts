export type * from './egress.js';
export * from './egress-errors.js';

export type * from './egress.js';
export * from './create-egress.js';
export * from './egress-allow.js';
export * from './egress-errors.js';
export { egressVariables } from './egress-variables.js';
export { describeNetworkError } from './describe-network-error.js';
export * from './guarded-dialer.js';
export * from './limit-bytes.js';
export * from './guarded-agents.js';

export { SandboxBusyError } from './run-slots.js';
export { Sandbox, type SandboxOptions } from './sandbox.js';
export { DEFAULT_LIMITS, type SandboxLimits } from './sandbox-limits.js';
export type * from './transformation-run.js';

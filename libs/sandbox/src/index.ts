export { SandboxBusyError } from './run-slots.js';
export { newClock, setClock } from './run-watch.js';
export { Sandbox, type SandboxOptions } from './sandbox.js';
export { DEFAULT_LIMITS, type SandboxLimits } from './sandbox-limits.js';
export { ThreadEndedError, TimedThreads, type Timed } from './timed-threads.js';
export type * from './transformation-run.js';

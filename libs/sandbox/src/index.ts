export { newClock, setClock } from './threads/run-watch.js';
export {
  Sandbox,
  SandboxBusyError,
  type SandboxOptions,
  type SandboxRunOptions,
} from './sandbox.js';
export { DEFAULT_SANDBOX_LIMITS, type SandboxLimits } from './limits/sandbox-limits.js';
export type { SandboxObserver } from './threads/sandbox-observer.js';
export { ThreadEndedError, TimedThreads, type Timed } from './threads/timed-threads.js';
export type { Recording } from './replay/recording.js';
export type * from './guest/transformation-run.js';

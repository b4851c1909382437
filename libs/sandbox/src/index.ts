export { newClock, setClock } from './threads/thread-watch.js';
export {
  Sandbox,
  SandboxBusyError,
  type SandboxOptions,
  type SandboxRunOptions,
} from './sandbox.js';
export { DEFAULT_SANDBOX_LIMITS, type SandboxLimits } from './limits/sandbox-limits.js';
export type { SandboxObserver } from './threads/sandbox-observer.js';
export { ThreadEndedError, TimedThreads, type Timed } from './threads/timed-threads.js';
export { Comparisons } from './compare/comparisons.js';
export { compareOutputs, type Compared } from './compare/compare-outputs.js';
export type { Recording } from './replay/recording.js';
export type * from './guest/transformation-run.js';

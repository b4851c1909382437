export { FairSlots, SlotsBusyError, type FairSlotsOptions } from './fair-slots.js';
export { newClock, setClock } from './run-watch.js';
export {
  Sandbox,
  SandboxBusyError,
  type SandboxOptions,
  type SandboxRunOptions,
} from './sandbox.js';
export { DEFAULT_LIMITS, type SandboxLimits } from './sandbox-limits.js';
export { ThreadEndedError, TimedThreads, type Timed } from './timed-threads.js';
export type { Recording } from './recording.js';
export type * from './transformation-run.js';

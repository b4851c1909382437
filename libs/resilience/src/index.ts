export { FairSlots, SlotsBusyError, type FairSlotsOptions } from './fair-slots.js';
export { LogThrottle } from './log-throttle.js';
export { retryUntilDone, type RetryOptions } from './retry-until-done.js';
export { withDeadline } from './with-deadline.js';

export { FairSlots, SlotsBusyError } from './fair-slots.js';
export { LogThrottle } from './log-throttle.js';
export { SharedQuota } from './shared-quota.js';
export { signalWithin } from './signal-within.js';
export { Tally } from './tally.js';
export { retryUntilDone, type RetryOptions } from './retry-until-done.js';
export { withDeadline } from './with-deadline.js';
export {
  eachInSteps,
  ELEMENTS_OF_A_STEP,
  mapInSteps,
  StepCounter,
  waitForOwnTurn,
} from './steps/step-counter.js';
export { CHARACTERS_OF_A_STEP, parseInSteps } from './steps/parse-in-steps.js';
export { holdsLongList, writeInSteps } from './steps/write-in-steps.js';

export { FairSlots, SlotsBusyError } from './fair-slots.js';
export { LogThrottle } from './log-throttle.js';
export { SharedRoom } from './shared-room.js';
export { Tally } from './tally.js';
export { retryUntilDone, type RetryOptions } from './retry-until-done.js';
export { withDeadline } from './with-deadline.js';
export { eachInSteps, ELEMENTS_OF_A_STEP, mapInSteps, Pace, turnOfItsOwn } from './steps/pace.js';
export { CHARACTERS_OF_A_STEP, parseInSteps } from './steps/parse-in-steps.js';
export { holdsLongList, writeInSteps } from './steps/write-in-steps.js';

export * from './deletion-provider.js';
export type * from './destination-provider.js';
export { createOriginGuard, type GuardedEvent, type OriginGuard } from './origins/origin-guard.js';
export { createNativeProvider } from './native/create-native-provider.js';
export { createActionsProvider } from './actions/actions-provider.js';
export { createTransformerProvider } from './transformer/create-transformer-provider.js';
export { createActionsDeletion } from './actions/create-actions-deletion.js';
export { callInTurn } from './deletion/call-in-turn.js';
export { judgeAnswer } from './deletion/judge-answer.js';
export * as outcomes from './deletion/outcomes.js';
export type { Judgement } from './deletion/outcomes.js';
export { DELETION, VERIFICATION, type TaskWords } from './deletion/task-words.js';
export { quotedReason } from './deletion/quoted-reason.js';
export { readRetryAfter } from './deletion/read-retry-after.js';
export {
  acceptedOnly,
  denialInBody,
  isUnfinished,
  textOfAnswer,
  denied,
  type GoodAnswer,
} from './deletion/denial-in-body.js';
export { createTransformerDeletion } from './transformer/create-transformer-deletion.js';
export { transformerVariables } from './transformer/transformer-variables.js';

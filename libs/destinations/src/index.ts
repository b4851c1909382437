export * from './deletion-provider.js';
export type * from './destination-provider.js';
export { createOriginGuard, type GuardedEvent, type OriginGuard } from './origins/origin-guard.js';
export { createNativeProvider } from './native/create-native-provider.js';
export { createActionsProvider, type ActionsProviderOptions } from './actions/actions-provider.js';
export { createMissingTransformer } from './transformer/create-missing-transformer.js';
export {
  createTransformerProvider,
  type TransformerProviderOptions,
} from './transformer/create-transformer-provider.js';
export {
  createActionsDeletion,
  type ActionsDeletionOptions,
} from './actions/create-actions-deletion.js';
export { judgeAnswer, type JudgedAnswer, type Judgement } from './deletion/judge-answer.js';
export { judgeNoAnswer } from './deletion/judge-no-answer.js';
export { quotedReason } from './deletion/quoted-reason.js';
export { readRetryAfter } from './deletion/read-retry-after.js';
export {
  acceptedOnly,
  denialOf,
  isUnfinished,
  textOfAnswer,
  denied,
  type Denial,
  type GoodAnswer,
} from './deletion/unseen-success.js';
export {
  createTransformerDeletion,
  type TransformerDeletionOptions,
} from './transformer/create-transformer-deletion.js';
export { transformerVariables } from './transformer/transformer-variables.js';

export type * from './destination-provider.js';
export { createOriginGuard, type GuardedEvent, type OriginGuard } from './origins/origin-guard.js';
export { createNativeProvider } from './native/create-native-provider.js';
export { createActionsProvider, type ActionsProviderOptions } from './actions/actions-provider.js';
export { createMissingTransformer } from './transformer/create-missing-transformer.js';
export {
  createTransformerProvider,
  type TransformerProviderOptions,
} from './transformer/create-transformer-provider.js';

export type * from './destination-provider.js';
export { createActionsProvider, type ActionsProviderOptions } from './actions/actions-provider.js';

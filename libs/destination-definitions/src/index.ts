export { actionsSlug } from './actions.definitions.js';
export * from './check-config.js';
export type { ConfigField } from './config-field.js';
export * from './deletion-capability.js';
export * from './destination-definition.js';
export * from './mask-config.js';
export * from './registry.js';
export * from './secret-masker.js';

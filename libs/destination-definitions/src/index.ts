export * from './deletion-capability.js';
export * from './destination-definition.js';
export * from './mask-config.js';
export * from './registry.js';

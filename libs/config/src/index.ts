export * from './config-error.js';
export * from './load-config.js';
export * from './variables.js';

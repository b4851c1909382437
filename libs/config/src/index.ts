export * from './config-error.js';
export * from './load-config.js';
export * from './secret-key-file.js';
export * from './secret-keys.js';
export * from './variables.js';

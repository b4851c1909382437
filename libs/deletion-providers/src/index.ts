export * from './create-deletion-providers.js';

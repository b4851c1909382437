/** Secrets in values, without the definitions: for threads, which have no use for those. */
export { createSecretFinder, createSecretMasker } from './secret-masker.js';

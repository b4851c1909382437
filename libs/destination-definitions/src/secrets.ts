/** Secrets in values, without the definitions: for threads, which have no use for those. */
export { createSecretFinder, createShapeFinder, createShapeMasker } from './secret-masker.js';
export { secretValues } from './secret-values.js';

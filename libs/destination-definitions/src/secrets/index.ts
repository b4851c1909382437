/** Secrets in values, without the definitions: for threads, which have no use for those. */
export { createSecretFinder, createShapeFinder } from './secret-finder.js';
export { createShapeMasker } from './secret-masker.js';
export { secretValues } from './secret-values.js';

/** Exports for threads, which need not load the definitions. */
export { createSecretFinder, createShapeFinder } from './secret-finder.js';
export { createShapeMasker } from './secret-masker.js';
export { secretValues } from './secret-values.js';

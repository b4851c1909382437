export * from './catalog/catalog-input.dto.js';
export * from './catalog/definition.dto.js';
export * from './catalog/lookup.dto.js';
export * from './catalog/management.dto.js';
export * from './data-plane/suppression-page.dto.js';
export * from './regulations/create-regulations.dto.js';
export * from './regulations/regulation.dto.js';
export * from './test-runs/test-run.dto.js';

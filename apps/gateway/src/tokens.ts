/** Injection tokens for what the composition root hands over. */
export const REGULATION_COMMANDS = Symbol('RegulationCommands');
export const REQUEST_LIMITS = Symbol('RequestLimits');
export const CATALOG = Symbol('Catalog');
export const CATALOG_EDITOR = Symbol('CatalogEditor');
export const DATA_PLANE_CATALOG = Symbol('DataPlaneCatalog');
export const HEALTH = Symbol('Health');
export const TEST_CATALOG = Symbol('TestCatalog');
export const TEST_RUNS = Symbol('TestRuns');

/** What Nest provides of the `GatewayParts`, under these tokens; none has to do with credentials. */
export const GATEWAY_SETTINGS = Symbol('GatewaySettings');
export const SERVICE_COMMANDS = Symbol('ServiceCommands');
export const CATALOG = Symbol('Catalog');
export const CATALOG_EDITOR = Symbol('CatalogEditor');
export const DATA_PLANE_CATALOG = Symbol('DataPlaneCatalog');
export const TEST_RUNS = Symbol('TestRuns');
export const CALLER_LIMITS = Symbol('CallerLimits');
export const HEALTH = Symbol('Health');
export const METRICS = Symbol('Metrics');

import type { DataPlaneCatalog } from '@lethe/catalog';

/** What the endpoints of data planes read. */
export type DataPlaneReads = Pick<
  DataPlaneCatalog,
  'changes' | 'configuration' | 'shadowedSources' | 'findTransformation' | 'findLibrary'
>;

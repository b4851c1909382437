import type { CatalogReader } from '@lethe/catalog';

/** What this service asks the catalog. */
export type RegulationCatalog = Pick<CatalogReader, 'missingSourceIds' | 'findDestinations'>;

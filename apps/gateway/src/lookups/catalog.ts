import type { CatalogReader } from '@lethe/catalog';

/** What the lookups read. */
export type Catalog = Pick<
  CatalogReader,
  'listSources' | 'findSource' | 'listDestinations' | 'findDestination'
>;

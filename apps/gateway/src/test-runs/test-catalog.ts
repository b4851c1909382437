import type { CatalogReader } from '@lethe/catalog';

/** What the Test API reads before a run. */
export type TestCatalog = Pick<
  CatalogReader,
  'findSource' | 'findDestinations' | 'findTestTarget' | 'listConnections'
>;

import type { CatalogEditor } from '@lethe/catalog';

type Method = 'page' | 'find' | 'create' | 'replace' | 'remove' | 'expect';

/** What the management endpoints need of the catalog. */
export type EditableCatalog = {
  readonly [Kind in keyof CatalogEditor]: Pick<CatalogEditor[Kind], Method>;
};

/** Items on a page of a list. */
export const CATALOG_PAGE_SIZE = 100;

import { FIXED_LIMITS } from '@lethe/contracts';

/** Columns that `endWhenFull` adds to each row. */
export interface RowOfPage {
  /** Number of rows of the page before `endWhenFull` cut it. */
  readonly found: number;
}

/**
 * Returns SQL that ends a page when its records reach `FIXED_LIMITS.pageBytes`. The record that
 * reaches the limit is the last one of the page, so a page is never empty.
 *
 * @param page SQL of all rows of the page, sorted
 * @param options.bytes SQL expression for the size of a record in bytes. Only fields that callers
 *   can make large must count
 * @param options.order order of the page
 * @returns SQL with the same columns and the columns of `RowOfPage`
 */
export function endWhenFull(
  page: string,
  { bytes, order }: { readonly bytes: string; readonly order: string },
): string {
  return `select * from (
      select page.*, count(*) over ()::int as found,
             sum(${bytes}) over (order by ${order} rows between unbounded preceding and 1 preceding) as before
        from (${page}) page) measured
    where coalesce(before, 0) < ${FIXED_LIMITS.pageBytes} order by ${order}`;
}

/**
 * Cuts a page to its limit.
 *
 * @param rows rows of `endWhenFull`
 * @param limit maximum number of rows to show. The query can read one more row, to see whether more
 *   rows follow
 * @returns the rows to show, and the last of them if more rows follow
 */
export function pageOf<Row extends RowOfPage>(
  rows: readonly Row[],
  limit: number,
): { readonly page: readonly Row[]; readonly goesOnAfter: Row | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, goesOnAfter: last !== undefined && last.found > page.length ? last : undefined };
}

import { FIXED_LIMITS } from '@lethe/contracts';

/** What `endWhenFull` adds to each row. */
export interface RowOfPage {
  /** Rows that the page had before it was ended. */
  readonly found: number;
}

/**
 * SQL of a page that ends once its records have `FIXED_LIMITS.pageBytes`, so that no more than these and one record are read
 * from PostgreSQL. The first row is always there.
 *
 * @param page SQL of all rows that the page may have, in its order
 * @param options.bytes SQL of the columns of the page: what a row's record takes, as far as callers can make it large
 * @param options.order as that of the page
 * @returns SQL of the same columns and those of `RowOfPage`
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
 * @param rows of `endWhenFull`
 * @param limit most rows to show; the page may have had one more, to see whether there are more
 * @returns the rows to show, and the last of them where the list goes on after it
 */
export function pageOf<Row extends RowOfPage>(
  rows: readonly Row[],
  limit: number,
): { readonly page: readonly Row[]; readonly goesOnAfter: Row | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, goesOnAfter: last !== undefined && last.found > page.length ? last : undefined };
}

import { infiniteQueryOptions } from '@tanstack/react-query';
import { defined, parameterOf } from '../lib/search.js';

/** Where a page of a list is, as `paging.next` of the one before says. */
interface PageAt {
  readonly page?: number;
  readonly after?: string;
  readonly after_cursor?: string;
}

interface Page {
  readonly paging: { readonly next?: string; readonly total?: number };
}

/** Rows of a list, and how many there are, where that is known. */
export interface Listed<Row, Total = number> {
  readonly rows: readonly Row[];
  readonly total: Total;
}

const EMPTY: PageAt = {};

function nextPage(next: string | undefined): PageAt | undefined {
  if (next === undefined) return undefined;
  const page = parameterOf(next, 'page');
  return defined({
    page: page === undefined ? undefined : Number(page),
    after: parameterOf(next, 'after'),
    after_cursor: parameterOf(next, 'after_cursor'),
  });
}

/** A list that is loaded page by page, for `useInfiniteQuery`. */
export function listQuery<Answer extends Page, Row>({
  queryKey,
  fetchPage,
  rowsOf,
}: {
  readonly queryKey: readonly unknown[];
  readonly fetchPage: (at: PageAt, signal: AbortSignal) => Promise<Answer>;
  readonly rowsOf: (page: Answer) => readonly Row[];
}) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: EMPTY,
    getNextPageParam: ({ paging }) => nextPage(paging.next),
    select: ({ pages }): Listed<Row, number | undefined> => ({
      rows: pages.flatMap(rowsOf),
      total: pages[0]?.paging.total,
    }),
  });
}

/** All rows of a list, or those of its first `most` pages. */
export async function allOf<Answer extends Page & { readonly paging: { total: number } }, Row>(
  ask: (at: PageAt) => Promise<Answer>,
  rowsOf: (page: Answer) => readonly Row[],
  most: number,
): Promise<Listed<Row>> {
  const rows: Row[] = [];
  for (let at: PageAt | undefined = {}, pages = 1; ; pages += 1) {
    const page = await ask(at);
    rows.push(...rowsOf(page));
    at = nextPage(page.paging.next);
    if (at === undefined || pages === most) return { rows, total: page.paging.total };
  }
}

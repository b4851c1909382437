import { FIXED_LIMITS } from '@lethe/contracts';
import { CommandFailure } from '../command-context.js';
import type { ApiClient } from './api-client.js';

/** A page as the API returns it. */
interface Page<T> {
  readonly data: readonly T[];
  readonly paging: { readonly next?: string };
}

/** A page of elements to show. */
export interface ShownPage<T> {
  readonly shown: readonly T[];
  /** True if the list has more elements, but the limit is reached. */
  readonly isCut: boolean;
}

/**
 * Reads a list of the API, page by page.
 *
 * @param list path of the list, such as `/v2/regulations`
 * @param filters query parameters
 * @param limit maximum number of elements; `Infinity` for all
 * @throws CommandFailure if the API names a next page with another path; errors of the request
 */
export async function* listPages<T>(
  api: ApiClient,
  list: string,
  filters: Readonly<Record<string, string>>,
  limit: number,
): AsyncGenerator<ShownPage<T>> {
  const size = String(Math.min(limit, FIXED_LIMITS.pageSize));
  const query = new URLSearchParams({ limit: size, ...filters });
  let left = limit;
  let path: string | undefined = `${list}?${query.toString()}`;
  while (path !== undefined) {
    const { data, paging }: Page<T> = await api.json<Page<T>>({ method: 'GET', path });
    const shown = data.slice(0, left);
    left -= shown.length;
    const hasMore = paging.next !== undefined || shown.length < data.length;
    yield { shown, isCut: left === 0 && hasMore };
    path = left === 0 ? undefined : paging.next;
    if (path?.startsWith(`${list}?`) === false) {
      throw new CommandFailure(
        'The API answered with an invalid address of the next page. Check LETHE_URL.',
      );
    }
  }
}

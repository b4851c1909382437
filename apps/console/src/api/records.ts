import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { ifMatch, read, versioned, type Read } from './client.js';
import type { paths } from './schema.js';

/**
 * Returns the query of a record with its version. `name` is the response member with the record.
 */
export function recordQuery<Path extends keyof paths, Name extends keyof Read<Path>['data']>(
  queryKey: string[],
  path: Path,
  name: Name,
  parameters: Read<Path>['parameters'] & object,
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => versioned(read(path, parameters, signal), name),
  });
}

/** Returns the parameters of a change that fails if the record has changed since it was read. */
export const ofRead = (id: string, etag: string | undefined) => ({
  ...{ path: { id }, header: ifMatch(etag) },
});

interface OfRecord {
  readonly queries: QueryClient;
  readonly query: { readonly queryKey: QueryKey };
}

/** @param onSaved receives the saved record before any refetch */
export async function keepSaved<Saved>(
  { queries, query }: OfRecord,
  saving: Promise<Saved>,
  onSaved: (saved: Saved) => void = () => undefined,
): Promise<Saved> {
  const saved = await saving;
  queries.setQueryData(query.queryKey, saved);
  onSaved(saved);
  return saved;
}

/**
 * @param leave leaves the page of the record, so that the page does not refetch the deleted record
 */
export async function removeShown(
  { queries, query }: OfRecord,
  removing: Promise<unknown>,
  leave: () => Promise<void>,
): Promise<void> {
  await removing;
  await leave();
  queries.removeQueries(query);
}

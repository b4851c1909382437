import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { ifMatch, read, versioned, type Read } from './client.js';
import type { paths } from './schema.js';

/** One record, the member `name` of what a path answers, with the version of it that a change has to name. */
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

/** Of a record as it was read: a change is made to that version only. */
export const ofRead = (id: string, etag: string | undefined) => ({
  ...{ path: { id }, header: ifMatch(etag) },
});

interface OfRecord {
  readonly queries: QueryClient;
  readonly query: { readonly queryKey: QueryKey };
}

/** @param onSaved is told of what is there now, before anything else is asked for */
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

/** @param leave leads away from the record's page, before it is asked for again */
export async function removeShown(
  { queries, query }: OfRecord,
  removing: Promise<unknown>,
  leave: () => Promise<void>,
): Promise<void> {
  await removing;
  await leave();
  queries.removeQueries(query);
}

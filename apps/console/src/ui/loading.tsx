import { ErrorState } from './error-state.js';
import { Skeleton } from './empty-state.js';

/** A query that is loading or has failed. */
export interface PendingQuery {
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/**
 * Returns a query without data, and prefers a failed query. Returns undefined if all queries have
 * data.
 */
export function missingOf<Query extends PendingQuery & { readonly data: unknown }>(
  queries: readonly Query[],
): Query | undefined {
  const missing = queries.filter(({ data }) => data === undefined);
  return missing.find(({ error }) => error !== null) ?? missing[0];
}

/** Shown while a query has no data. Shows grey lines, or the error of the query. */
export function Loading({
  query: { error, refetch },
  compact = false,
  ...lines
}: {
  readonly query: PendingQuery;
  readonly lines?: number;
  /** Height of a line in pixels. */
  readonly height?: number;
  /** True in forms, dialogs and cards. */
  readonly compact?: boolean;
}) {
  return error === null ? (
    <Skeleton {...lines} />
  ) : (
    <ErrorState compact={compact} error={error} onRetry={() => void refetch()} />
  );
}

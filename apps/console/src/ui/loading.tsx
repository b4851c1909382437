import { ErrorState } from './error-state.js';
import { Skeleton } from './empty-state.js';

/** What is waited for. */
export interface Awaited {
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/** Of several that are shown together, one that has no data: one that failed before one that is on its way; undefined where all are there. */
export function missingOf<Query extends Awaited & { readonly data: unknown }>(
  queries: readonly Query[],
): Query | undefined {
  const missing = queries.filter(({ data }) => data === undefined);
  return missing.find(({ error }) => error !== null) ?? missing[0];
}

/** What stands where something of a query will be as long as it has no data: lines, or why there is none. */
export function Loading({
  query: { error, refetch },
  compact = false,
  ...lines
}: {
  readonly query: Awaited;
  readonly lines?: number;
  /** Of a line, in pixels. */
  readonly height?: number;
  /** In forms, dialogs and cards. */
  readonly compact?: boolean;
}) {
  return error === null ? (
    <Skeleton {...lines} />
  ) : (
    <ErrorState compact={compact} error={error} onRetry={() => void refetch()} />
  );
}

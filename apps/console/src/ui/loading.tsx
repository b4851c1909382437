import { ErrorState } from './error-state.js';
import { Skeleton } from './states.js';

/** What stands where something of a query will be as long as it has no data: lines, or why there is none. */
export function Loading({
  query: { error, refetch },
  lines,
  height,
  compact = false,
}: {
  readonly query: { readonly error: Error | null; readonly refetch: () => Promise<unknown> };
  readonly lines?: number;
  /** Of a line, in pixels. */
  readonly height?: number;
  /** In forms, dialogs and cards. */
  readonly compact?: boolean;
}) {
  return error === null ? (
    <Skeleton {...(lines !== undefined && { lines })} {...(height !== undefined && { height })} />
  ) : (
    <ErrorState compact={compact} error={error} onRetry={() => void refetch()} />
  );
}

/** Returns SQL that formats a time for a history. */
export function timeText(time: string): string {
  return `to_char((${time}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * Returns SQL for a history with one more entry, whose time is now.
 *
 * @param history a `jsonb`; null is an empty history
 * @param attempt an `EndedAttempt` as `jsonb`
 */
export function historyWith(history: string, attempt: string): string {
  return `coalesce(${history}, '[]'::jsonb)
    || jsonb_build_array(jsonb_build_object('at', ${timeText('statement_timestamp()')}) || ${attempt})`;
}

/** SQL: the history of the job `j` without the reasons of its attempts. */
export const HISTORY_WITHOUT_REASONS = `(
  select jsonb_agg(attempt - 'reason' order by n) from jsonb_array_elements(j.history) with ordinality as h (attempt, n))`;

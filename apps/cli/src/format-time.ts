/**
 * Formats a time in UTC without seconds, such as `2026-01-31 12:00Z`. Returns `-` if there is no
 * time.
 */
export function formatTime(time: Date | string | undefined): string {
  if (time === undefined) return '-';
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

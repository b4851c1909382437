/** Of a time in UTC to the minute, which says that it is one: `2026-01-31 12:00Z`; `-` for none. */
export function formatTime(time: Date | string | undefined): string {
  if (time === undefined) return '-';
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

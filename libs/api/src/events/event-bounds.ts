/** Bounds of what is told of events. */
export const EVENT_BOUNDS = {
  /** Minutes for which an event can be had again. */
  minutes: 10,
  /** Ids that an event names. */
  ids: 100,
  /** Rows that are read for one page. */
  rows: 2_000,
} as const;

export const DESTINATION_HEALTH = ['ok', 'throttled', 'failing', 'paused'] as const;

export const EVENT_BOUNDS = {
  /**
   * Minutes for which an event is stored. A client that reconnects in this time gets the events
   * that it missed.
   */
  minutes: 10,
  /** Maximum number of ids in an event. */
  ids: 100,
  /** Maximum number of database rows for one page. */
  rows: 2_000,
} as const;

export const DESTINATION_HEALTH = ['ok', 'throttled', 'failing', 'paused'] as const;

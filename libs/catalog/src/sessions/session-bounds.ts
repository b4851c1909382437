/** Maximum durations of a session of the console, in seconds. */
export const SESSION_TIMES = {
  /** Maximum time since the last request. */
  idle: 8 * 3_600,
  /** Maximum time since the sign-in. */
  total: 24 * 3_600,
} as const;

/** Validity of a sign-in code in seconds. */
export const CODE_SECONDS = 60;

/**
 * Maximum number of open sessions per token. A new session ends the least recently used session.
 */
export const SESSIONS_PER_TOKEN = 100;

/** Maximum number of unused sign-in codes per token. */
export const CODES_PER_TOKEN = 100;

/** When a session of the console ends, in seconds. */
export const SESSION_TIMES = {
  /** From the last request. */
  idle: 8 * 3_600,
  /** From the sign-in. */
  most: 24 * 3_600,
} as const;

/** Seconds in which a code signs in. */
export const CODE_SECONDS = 60;

/** Of one token, that are open at once; one more ends the one that was used least recently. */
export const SESSIONS_PER_TOKEN = 100;

/** The same of codes that wait to be used. */
export const CODES_PER_TOKEN = 100;

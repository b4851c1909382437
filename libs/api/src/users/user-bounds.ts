/** Limits of requests and answers about users. */
export const USER_BOUNDS = {
  /** Maximum users that are shown for one e-mail address or phone number. */
  users: 10,
  /** Maximum regulations on a page. */
  regulations: 50,
  /** Maximum suppressed sources that are shown for a user, and maximum deletions. */
  places: 500,
  /**
   * Maximum regulations that Lethe reads to find the deletions of a user. It is also the maximum of
   * deletions of these regulations, and of regulations with one e-mail address or phone number.
   * Lethe reads the newest ones. If there are more, the answer is incomplete.
   */
  recent: 10_000,
  /** Maximum ids with the same suppression key that a look-up shows. */
  otherIds: 100,
  /** Maximum ids, all with one suppression key, in an unsuppress request. */
  unsuppressIds: 1_000,
  /** Maximum user ids on a page of a search. */
  found: 100,
} as const;

/** Identifiers for a look-up. */
export const USER_KEYS = ['userId', 'email', 'phone'] as const;

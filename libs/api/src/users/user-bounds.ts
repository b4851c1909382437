/** Limits of requests and answers about users. */
export const USER_BOUNDS = {
  /** Maximum users that are shown for one e-mail address or phone number. */
  users: 10,
  /** Maximum regulations on a page. */
  regulations: 50,
  /**
   * Maximum number of suppressed sources that an answer shows for one user. The same maximum
   * applies to deletions.
   */
  places: 500,
  /**
   * Maximum number of regulations that Lethe reads for one user, and of their deletions. Lethe
   * reads the newest ones. The same maximum applies to the regulations with one e-mail address or
   * phone number. If there are more, the answer is incomplete.
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

/** Bounds of what is said of users. */
export const USER_BOUNDS = {
  /** Users that one e-mail address or phone number stands for, of whom something is said. */
  users: 10,
  /** Regulations on a page. */
  regulations: 50,
  /** Sources at which a user is suppressed, and destinations where something is deleted. */
  places: 500,
  /**
   * Newest regulations of a user that are read for its deletions, and orders at destinations that are read of these; of an e-mail
   * address or phone number, regulations that are read for the users. A user with more of them is answered, too.
   */
  recent: 10_000,
  /** Ids that share the suppression key of a user, of which a look-up names some. */
  otherIds: 100,
  /** Ids with one suppression key that an unsuppress may mean. */
  meantIds: 1_000,
  /** User ids on a page of a search. */
  found: 100,
} as const;

/** By what a user is looked up. */
export const USER_KEYS = ['userId', 'email', 'phone'] as const;

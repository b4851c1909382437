/** Defaults of the limits that an operator may change. They are in the docs and in error texts. */
export const DEFAULT_LIMITS = {
  /** Bytes of a request body. */
  bodyBytes: 8 * 1024 * 1024,
  /** Users of one `POST /v2/regulations`. */
  usersPerRequest: 10_000,
  /** `sourceIds` of one request. */
  sourceIds: 100,
  /** `destinationIds` of one request. */
  destinationIds: 100,
} as const;

/** Limits that are part of the contract and never change. */
export const FIXED_LIMITS = {
  /** UTF-16 units of `phone` and `email`. */
  contactLength: 512,
  /** Custom identifiers beside userId, phone and email. */
  customIdentifiers: 20,
  /** UTF-8 bytes of one custom identifier, serialised as JSON. */
  customIdentifierBytes: 2048,
  /** UTF-16 units of an `Idempotency-Key`. */
  idempotencyKeyLength: 255,
  /** Records of one page of `GET /v2/regulations`. */
  pageSize: 1000,
  defaultPageSize: 100,
  /** Levels of nesting in a body. */
  jsonDepth: 64,
} as const;

/** Limits in force, configured once per process. */
export type RequestLimits = { readonly [K in keyof typeof DEFAULT_LIMITS]: number };

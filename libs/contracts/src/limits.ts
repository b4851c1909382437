/** Defaults of the limits that an operator may change. They are in the docs and in error texts. */
export const DEFAULT_REQUEST_LIMITS = {
  /** Bytes of a request body. */
  bodyBytes: 8 * 1024 * 1024,
  /** Users of one `POST /v2/regulations`. */
  usersPerRequest: 10_000,
  /** `sourceIds` of one request. */
  sourceIds: 100,
  /** Users × `sourceIds` of one request. */
  suppressionsPerRequest: 100_000,
  /** `destinationIds` of one request. */
  destinationIds: 100,
  /** Users × `destinationIds` of one request. */
  deletionsPerRequest: 100_000,
  /** UTF-8 bytes of a test message, serialised as JSON. */
  testMessageBytes: 256 * 1024,
} as const;

/** What an operator may set the limits of a regulation to, at most. */
export const HIGHEST_LIMITS = {
  usersPerRequest: 100_000,
  sourceIds: 10_000,
  destinationIds: 10_000,
} as const;

/** Limits that are part of the contract and never change. */
export const FIXED_LIMITS = {
  /** UTF-16 units of `phone` and `email`. */
  contactLength: 512,
  /** Custom identifiers beside userId, phone and email. */
  customIdentifiers: 20,
  /** UTF-8 bytes of one custom identifier, serialised as JSON. */
  customIdentifierBytes: 2048,
  /** UTF-16 units of a `reason`. */
  reasonLength: 500,
  /** UTF-16 units of an `Idempotency-Key`. */
  idempotencyKeyLength: 255,
  /** Records of one page of `GET /v2/regulations`. */
  pageSize: 1000,
  defaultPageSize: 100,
  /** Bytes of records after which a page of any list ends; the record that gets there is its last. */
  pageBytes: 1024 * 1024,
  /** Items of one page of the suppression feed. */
  feedPageSize: 10_000,
  defaultFeedPageSize: 5_000,
  /** Characters of a name that people read. */
  labelLength: 200,
  /** Of one workspace, that work. Each data plane has places of its own in every gateway. */
  tokensPerWorkspace: 1_000,
  dataPlanesPerWorkspace: 20,
  /** Of one workspace, of each of the two kinds: also those that have expired or are revoked. */
  secretsPerWorkspace: 20_000,
  /** Streams of events that are open at one gateway: of one workspace, and of all. */
  eventStreamsOfWorkspace: 100,
  eventStreams: 1_000,
  /** UTF-8 bytes of a transformation's or library's code. */
  codeBytes: 256 * 1024,
  /** The same, serialised as JSON, of code that is tested without being saved. */
  testedCodeBytes: 384 * 1024,
  /** Events of one test of a transformation. */
  testEvents: 10,
  /** Test cases of one transformation or destination. */
  testCases: 100,
  /** Paths that one test case ignores. */
  testCaseIgnored: 100,
  /** UTF-8 bytes of the event of a test case, serialised as JSON. */
  testCaseEventBytes: 64 * 1024,
  /** The same, with what is expected of it. */
  testCaseBytes: 256 * 1024,
  /** UTF-8 bytes of the configuration of a source or destination, serialised as JSON. */
  configBytes: 256 * 1024,
  /** Elements of a list in such a configuration: each may hold a secret, which is sealed, opened and masked by itself. */
  configListElements: 2_000,
  /** Levels of nesting in a test message. */
  messageDepth: 64,
  /** Levels of nesting in a body. */
  jsonDepth: 64,
  /** Values in a body; a body of more bytes than 8 MiB may have one for each 32 of them. 10,000 users with all identifiers have 240,000. */
  jsonValues: 256 * 1024,
  /** Names of members in a body, each counted once. */
  jsonNames: 32 * 1024,
  /** UTF-8 bytes of `destinationConfig`, serialised as JSON. */
  destinationConfigBytes: 64 * 1024,
} as const;

/** Limits in force, configured once per process. */
export type RequestLimits = { readonly [K in keyof typeof DEFAULT_REQUEST_LIMITS]: number };

/** Limits of users times where something happens to them. */
type PairLimits = Pick<RequestLimits, 'suppressionsPerRequest' | 'deletionsPerRequest'>;

/** Limits that the regulation service checks. */
export interface RegulationLimits extends PairLimits {
  /** Sources at which one user is suppressed at once; everywhere at once is never limited. */
  readonly sourcesOfUser: number;
}

export const DEFAULT_REGULATION_LIMITS: RegulationLimits = {
  suppressionsPerRequest: DEFAULT_REQUEST_LIMITS.suppressionsPerRequest,
  deletionsPerRequest: DEFAULT_REQUEST_LIMITS.deletionsPerRequest,
  sourcesOfUser: 1_000,
};

/** @returns what is wrong with so many users at so many sources or destinations in one request, if it is too much */
export function pairsProblem(
  request: {
    readonly users: readonly unknown[];
    readonly sourceIds?: readonly unknown[] | undefined;
    readonly destinationIds?: readonly unknown[] | undefined;
  },
  { suppressionsPerRequest, deletionsPerRequest }: PairLimits,
): string | undefined {
  const { users, sourceIds = ['*'], destinationIds = [] } = request;
  if (users.length * sourceIds.length > suppressionsPerRequest) {
    return `times sourceIds must not be more than ${suppressionsPerRequest}`;
  }
  if (users.length * destinationIds.length > deletionsPerRequest) {
    return `times destinationIds must not be more than ${deletionsPerRequest}`;
  }
  return undefined;
}

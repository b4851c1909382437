/** Defaults of the limits that an operator can change. The docs and error texts contain them. */
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

/** Maximum values to which an operator can set the limits above. */
export const HIGHEST_LIMITS = {
  usersPerRequest: 100_000,
  sourceIds: 10_000,
  destinationIds: 10_000,
} as const;

/** Limits that are part of the contract and never change. */
export const FIXED_LIMITS = {
  /** UTF-16 units of `phone` and `email`. */
  contactLength: 512,
  /** Custom identifiers in addition to userId, phone and email. */
  customIdentifiers: 20,
  /** UTF-8 bytes of one custom identifier, serialised as JSON. */
  customIdentifierBytes: 2048,
  /** UTF-16 units of a `reason`. */
  reasonLength: 500,
  /**
   * Destinations of a workspace for which `destinationIds: ["*"]` can stand. Each of them is read
   * and checked by each such request.
   */
  allDestinations: 10_000,
  /** Destinations that one record or plan names in `notDeleted`. The others are counted. */
  notDeleted: 1_000,
  /** UTF-16 units of an `Idempotency-Key`. */
  idempotencyKeyLength: 255,
  /** Records of one page of `GET /v2/regulations`. */
  pageSize: 1000,
  defaultPageSize: 100,
  /**
   * Bytes of records at which a page of any list ends. The record that reaches this limit is the
   * last record of the page.
   */
  pageBytes: 1024 * 1024,
  /** Items of one page of the suppression feed. */
  feedPageSize: 10_000,
  defaultFeedPageSize: 5_000,
  /** Characters of a display name. */
  labelLength: 200,
  /**
   * Active tokens, and active data planes, of one workspace. The limit for data planes is lower,
   * because each data plane has its own request slots in every gateway.
   */
  tokensPerWorkspace: 1_000,
  dataPlanesPerWorkspace: 20,
  /**
   * Tokens of one workspace, including expired and revoked ones. The same limit applies to data
   * planes.
   */
  secretsPerWorkspace: 20_000,
  /** Open event streams at one gateway, per workspace and in total. */
  eventStreamsOfWorkspace: 100,
  eventStreams: 1_000,
  /** UTF-8 bytes of a transformation's or library's code. */
  codeBytes: 256 * 1024,
  /** UTF-8 bytes of unsaved code in a test, serialised as JSON. */
  testedCodeBytes: 384 * 1024,
  /** Events of one test of a transformation. */
  testEvents: 10,
  /** Test cases of one transformation or destination. */
  testCases: 100,
  /** Ignored paths of one test case. */
  testCaseIgnored: 100,
  /** UTF-8 bytes of the event of a test case, serialised as JSON. */
  testCaseEventBytes: 64 * 1024,
  /** UTF-8 bytes of a test case with its expected result, serialised as JSON. */
  testCaseBytes: 256 * 1024,
  /** UTF-8 bytes of the configuration of a source or destination, serialised as JSON. */
  configBytes: 256 * 1024,
  /**
   * Elements of a list in the configuration of a source or destination. Each element can contain a
   * secret, which Lethe encrypts, decrypts and masks separately.
   */
  configListElements: 2_000,
  /** Levels of nesting in a test message. */
  messageDepth: 64,
  /** Levels of nesting in a body. */
  jsonDepth: 64,
  /**
   * Values in a body of up to 8 MiB. A larger body can have one value for every 32 bytes. A request
   * with 10,000 users and all identifiers has 240,000 values.
   */
  jsonValues: 256 * 1024,
  /** Distinct member names in a body. */
  jsonNames: 32 * 1024,
  /** UTF-8 bytes of `destinationConfig`, serialised as JSON. */
  destinationConfigBytes: 64 * 1024,
} as const;

/** Current limits, configured once per process. */
export type RequestLimits = { readonly [K in keyof typeof DEFAULT_REQUEST_LIMITS]: number };

/** Limits of the number of users multiplied by the number of sources or destinations. */
type PairLimits = Pick<RequestLimits, 'suppressionsPerRequest' | 'deletionsPerRequest'>;

export interface RegulationLimits extends PairLimits {
  /**
   * Maximum number of sources at which a user is suppressed individually. A suppression at all
   * sources is not limited.
   */
  readonly sourcesOfUser: number;
}

export const DEFAULT_REGULATION_LIMITS: RegulationLimits = {
  suppressionsPerRequest: DEFAULT_REQUEST_LIMITS.suppressionsPerRequest,
  deletionsPerRequest: DEFAULT_REQUEST_LIMITS.deletionsPerRequest,
  sourcesOfUser: 1_000,
};

/**
 * @returns the problem if the number of users multiplied by the number of sources or destinations
 * is too high
 */
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
    return `the number of users times the number of sourceIds must not exceed ${suppressionsPerRequest}`;
  }
  if (users.length * destinationIds.length > deletionsPerRequest) {
    return `the number of users times the number of destinationIds must not exceed ${deletionsPerRequest}`;
  }
  return undefined;
}

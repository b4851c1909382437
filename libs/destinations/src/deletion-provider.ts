import type {
  DeletionOutcome,
  DeletionUser,
  JsonObject,
  VerificationOutcome,
} from '@lethe/contracts';

export type {
  DeletionOutcome,
  DeletionUser,
  RefusedUser,
  VerificationOutcome,
} from '@lethe/contracts';

export interface DeletionInput {
  /**
   * Id of the job, or of the first job if one pass processes several jobs. The id is the same at
   * every attempt, so it can be an idempotency key.
   */
  readonly jobId: string;
  readonly workspaceId: string;
  readonly destinationId: string;
  /** Name of the definition, e.g. `WEBHOOK`. */
  readonly destinationType: string;
  /** The configuration in effect, with secrets. */
  readonly config: JsonObject;
  /**
   * At least one user. They are the users of one job. For a type that processes all waiting jobs in
   * one pass, they are the users of all these jobs.
   */
  readonly users: readonly DeletionUser[];
  /**
   * Present if the destination accepted an earlier call. The provider then asks only for the state,
   * and does not request the deletion again.
   */
  readonly accepted?: AcceptedDeletion;
  /** Progress that the last attempt for the same users saved. */
  readonly progress?: JsonObject;
  /**
   * Waits until the rate limit of the destination allows the next call. The provider awaits it
   * directly before each call (a request, a pipeline, a transaction, an object).
   * @throws LeaseEndedError when the lease ends during the wait. After this error, no more calls
   *   are allowed.
   */
  readonly beforeCall: () => Promise<void>;
  /** Saves the progress of a long deletion for the next attempt. At most 8 KiB as JSON. */
  readonly saveProgress: (progress: JsonObject) => void;
  /**
   * Aborted when the lease ends or the worker stops. The provider must then also abort all calls in
   * flight.
   */
  readonly signal: AbortSignal;
}

/** A deletion that the destination accepted, and that it completes later. */
export interface AcceptedDeletion {
  /** URL with the state of the deletion. It has the same origin as the configured URL. */
  readonly statusUrl: string;
  /** Time of the acceptance, RFC 3339. */
  readonly acceptedAt: string;
}

/** The lease ended, or the worker stops. No call began after this moment. */
export class LeaseEndedError extends Error {
  override readonly name = 'LeaseEndedError';
}

type Verified = Extract<VerificationOutcome, { readonly status: 'verified' }>;

/** Users about whom a provider got no answer, and why. */
export interface Unanswered {
  readonly regulationIds: readonly string[];
  readonly outcome: Exclude<VerificationOutcome, Verified>;
}

/**
 * Answer of a provider about the users of a pass. An answer about some users is kept if there is
 * none about the others.
 */
export type ProviderVerification =
  | (Verified & { readonly unanswered?: readonly Unanswered[] })
  | Exclude<VerificationOutcome, Verified>;

/** Deletes users at destinations of a type. */
export interface DeletionProvider {
  /**
   * Deletes users. Returns errors of the configuration, the destination and the network as
   * outcomes.
   * @throws LeaseEndedError when the lease ends
   */
  delete(input: DeletionInput): Promise<DeletionOutcome>;
  /**
   * Asks whether the destination has data of users who were deleted, by the same rules as `delete`.
   * Changes nothing at the destination. Absent if it cannot be asked. `VERIFIABLE_TYPES` lists the
   * types that have it, and `CUSTOM`.
   * @throws LeaseEndedError when the lease ends
   */
  verify?(input: DeletionInput): Promise<ProviderVerification>;
  /** Releases threads and connections. */
  close(): Promise<void>;
}

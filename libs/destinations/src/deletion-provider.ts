import type { DeletionOutcome, DeletionUser, JsonObject } from '@lethe/contracts';

export type { DeletionOutcome, DeletionUser, RefusedUser } from '@lethe/contracts';

/** What a provider deletes, and what it is bound by. */
export interface DeletionInput {
  /** Of the first job; the same at each attempt, so it can serve as an idempotency key. */
  readonly jobId: string;
  readonly workspaceId: string;
  readonly destinationId: string;
  /** Name of the definition, e.g. `WEBHOOK`. */
  readonly destinationType: string;
  /** The configuration in effect, secrets included. */
  readonly config: JsonObject;
  /** At least one; of one job, or of all that wait where one pass takes them all. */
  readonly users: readonly DeletionUser[];
  /** Where an earlier call said that the destination goes on by itself: ask there, and order nothing anew. */
  readonly accepted?: AcceptedDeletion;
  /** What the last attempt on these very users saved. */
  readonly progress?: JsonObject;
  /**
   * To be awaited right before each call to the destination (a request, a pipeline, a transaction, an
   * object): waits for the destination's turn by its rate.
   * @throws LeaseEndedError when the lease ends before the turn: nothing may be called any more
   */
  readonly beforeCall: () => Promise<void>;
  /** Keeps where a long deletion stands, for the next attempt. At most 8 KiB as JSON. */
  readonly saveProgress: (progress: JsonObject) => void;
  /** Ends with the lease, or when the worker stops. Calls that are under way end with it. */
  readonly signal: AbortSignal;
}

/** A deletion that the destination carries out by itself. */
export interface AcceptedDeletion {
  /** Where it says how it stands; of the origin of the configured URL. */
  readonly statusUrl: string;
  /** RFC 3339: when it accepted. */
  readonly acceptedAt: string;
}

/** The lease of the jobs has ended, or the worker stops: whoever throws it has called nothing since. */
export class LeaseEndedError extends Error {
  override readonly name = 'LeaseEndedError';
}

/** How the users of a destination type are deleted. */
export interface DeletionProvider {
  /**
   * Deletes. Mistakes of the configuration, of the destination and of the network are outcomes.
   * @throws LeaseEndedError what `beforeCall` throws passes through
   */
  delete(input: DeletionInput): Promise<DeletionOutcome>;
  /** Lets go of threads and connections. */
  close(): Promise<void>;
}

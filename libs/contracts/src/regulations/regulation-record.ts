import type { DeletionAttempt } from './deletion-attempt.js';
import type { DeletionRecord } from './deletion-record.js';
import type { DeletionState, RegulationStatus, RegulationType } from './regulation-states.js';

/** The identifiers of one user: `userId` as it was given, and whatever else was given beside it. */
export type UserIdentifiers = { readonly userId: string } & Readonly<Record<string, unknown>>;

/** A regulation as the answer to its create shows it. Its form in the API's documents is `RegulationDto`. */
export interface RegulationRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly canceled: boolean;
  readonly regulationType: RegulationType;
  /** The identifiers as they were given. */
  readonly attributes: UserIdentifiers;
  /** By what the user's events are found; absent where it is the `userId` itself. */
  readonly suppressionKey?: string;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
}

/** A regulation as lists show it. */
export interface ListedRegulation extends RegulationRecord {
  /** RFC 3339, UTC. */
  readonly canceledAt: string | null;
  readonly status: RegulationStatus;
  /** RFC 3339: by when its deletions have to be done. Absent where it orders none, and for orders from before this was kept. */
  readonly dueAt?: string;
  /** Its deletions should be done and are not; one that failed permanently counts until a retry has done it. Absent where it orders none. */
  readonly overdue?: boolean;
  /** The import that it came with. */
  readonly importId?: string;
}

/** Where the deletion at one destination stands. */
export interface DestinationDeletion {
  readonly destinationId: string;
  readonly status: DeletionState;
  /** How often it has failed. */
  readonly attempts: number;
  /** Why it failed or was aborted, or what it waits for. */
  readonly reason?: string;
  /** RFC 3339: when a worker took it for the first time. */
  readonly startedAt?: string;
  /** RFC 3339: when it became final. */
  readonly finishedAt?: string;
  /** RFC 3339: when it may be tried next, while it waits. */
  readonly nextAttemptAt?: string;
  /** RFC 3339: by when it has to be done. Absent for jobs from before this was kept. */
  readonly dueAt?: string;
  /** `dueAt` has passed and it is not done; it may have failed permanently. */
  readonly overdue: boolean;
  /** It waits until an operator releases it. */
  readonly held?: boolean;
  /** How it was deleted. */
  readonly record?: DeletionRecord;
  /** The job that says so; absent where no job has the user any more. */
  readonly jobId?: string;
  /** What each attempt came to, the oldest first. Only with one regulation, and absent where all of them would be too large. */
  readonly history?: readonly DeletionAttempt[];
}

/** A regulation with everything that is known about it. */
export interface RegulationDetail extends ListedRegulation {
  /** Sources that are covered; absent when all of them are. */
  readonly sourceIds?: readonly string[];
  /** Destinations to delete at. */
  readonly destinationIds?: readonly string[];
  /** Name of the token that created it. */
  readonly createdBy: string;
  /** Why it was created; absent when nobody said. */
  readonly reason?: string;
  /** Name of the token that canceled it. */
  readonly canceledBy?: string;
  /** Why it was canceled; absent when nobody said. */
  readonly cancelReason?: string;
  /** RFC 3339: when the identifiers other than the userId were forgotten. */
  readonly identifiersForgottenAt?: string;
  /** Where it deletes: the state at each destination. */
  readonly deletions?: readonly DestinationDeletion[];
}

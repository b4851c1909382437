import type {
  DeletionState,
  RegulationStatus,
  RegulationType,
} from '../regulations/regulation-states.js';

/** Bounds of what is told of events. */
export const EVENT_BOUNDS = {
  /** Minutes for which an event can be had again. */
  minutes: 10,
  /** Ids that an event names. */
  ids: 100,
  /** Rows that are read for one page. */
  rows: 2_000,
} as const;

/**
 * The types of events, each named by what it is about. A new one needs whoever writes it, into the table `events` in the transaction
 * of the fact, its interface here, and its DTO in `api`.
 */
export const EVENT_TYPES_OF_WORKSPACE = [
  'regulations.created',
  'regulations.canceled',
  'regulations.status',
  'deletions.status',
  'destinations.health',
] as const;

/** Several regulations of which the same is told. */
interface OfRegulations {
  /** RFC 3339. */
  readonly at: string;
  readonly count: number;
  /** Ids are in the order of their creation. */
  readonly firstId: string;
  readonly lastId: string;
  /** All of them, up to `EVENT_BOUNDS.ids`; absent where there are more. */
  readonly ids?: readonly string[];
}

export interface RegulationsCreated extends OfRegulations {
  readonly type: 'regulations.created';
  readonly regulationType: RegulationType;
  readonly destinationIds?: readonly string[];
}

export interface RegulationsCanceled extends OfRegulations {
  readonly type: 'regulations.canceled';
}

export interface RegulationsStatus extends OfRegulations {
  readonly type: 'regulations.status';
  readonly status: RegulationStatus;
  readonly overdue?: true;
}

/** Deletion jobs of one destination that have come into one state. */
export interface DeletionsStatus {
  readonly type: 'deletions.status';
  readonly at: string;
  readonly destinationId: string;
  readonly destinationType: string;
  readonly status: DeletionState;
  readonly reason?: string;
  /** They take up what was aborted. */
  readonly retried?: true;
  readonly jobs: number;
  /** As `ids` of regulations. */
  readonly jobIds?: readonly string[];
  /** Regulations whose users the jobs have. */
  readonly regulations: number;
  readonly regulationIds?: readonly string[];
}

/** How deletions at a destination go, without regard to single ones. */
export const DESTINATION_HEALTH = ['ok', 'throttled', 'failing', 'paused'] as const;

export interface DestinationsHealth {
  readonly type: 'destinations.health';
  readonly at: string;
  readonly destinationId: string;
  readonly destinationType: string;
  readonly health: (typeof DESTINATION_HEALTH)[number];
  /** RFC 3339: it is left alone until then. */
  readonly until?: string;
}

export type WorkspaceEvent =
  | RegulationsCreated
  | RegulationsCanceled
  | RegulationsStatus
  | DeletionsStatus
  | DestinationsHealth;

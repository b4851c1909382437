import type {
  ListedRegulation,
  RegulationDetail,
  RegulationRecord,
  UserIdentifiers,
} from '../regulations/regulation-record.js';
import type { RegulationStatus, RegulationType } from '../regulations/regulation-states.js';
import type { DeletionPlan, PlanDeletionCommand } from './deletion-plan-rpc.js';

/** Message patterns of the regulation service on Nest's TCP transport. */
export const REGULATION_PATTERNS = {
  plan: 'deletions.plan.v1',
  create: 'regulations.create.v1',
  /**
   * The same, of users whose userId differs from its suppression key. Code before migration 25 does not know
   * it and refuses it: it would store the id as its own key, under which no event is ever found.
   */
  createAsGiven: 'regulations.create.v2',
  list: 'regulations.list.v1',
  get: 'regulations.get.v1',
  cancel: 'regulations.cancel.v1',
  abortDeletions: 'deletions.abort.v1',
} as const;

/**
 * Id of a packet by which the service says that it stops; it answers no command. A client that gets it
 * sends nothing more on the connection, and closes the connection after the last answer.
 */
export const REGULATION_GOODBYE = 'goodbye';

/** What travels with every command. The caller has authenticated workspace and actor; the service trusts it. */
export interface CommandContext {
  /** Id of the HTTP request, for logs. */
  readonly requestId: string;
  /**
   * Milliseconds since the epoch after which the work must not be started, by the clock of the process
   * that holds the command. While the command travels, `SentCommand.timeLeftMs` counts instead.
   */
  readonly deadline: number;
  /** The workspace of the token. Every query is scoped to it. */
  readonly workspaceId: string;
  /** Name of the token that acts. */
  readonly actor: string;
}

/** What the caller adds to a command that is sent. A service that does not know a member ignores it. */
export interface SentCommand {
  /** Milliseconds that were left when it was sent: the clocks of two machines need not agree. */
  readonly timeLeftMs?: number;
  /** W3C Trace Context of the sending, where its trace is sampled. */
  readonly traceparent?: string;
  /**
   * The key that gateway and service share, where they have one. It is the last member, so that the service
   * can check the key at the end of a large command before it parses the rest.
   */
  readonly key?: string;
}

/** A validated request to create regulations. */
export interface RegulationRequest {
  readonly regulationType: RegulationType;
  readonly sourceIds?: readonly string[];
  readonly destinationIds?: readonly string[];
  /** As in the request. The service collapses exact repeats. */
  readonly users: readonly UserIdentifiers[];
  /** Why, in the caller's words. */
  readonly reason?: string;
}

/** What an order of a deletion names. The service has no key of secrets, so the gateway looks at what they open to. */
export interface DeletionOrder {
  /** Why destinations of the request cannot delete, by their ids; absent where no reason was found. */
  readonly unusableDestinations?: Readonly<Record<string, string>>;
}

export interface CreateRegulationsCommand extends DeletionOrder {
  readonly context: CommandContext;
  readonly request: RegulationRequest;
  readonly idempotencyKey?: string;
  /** Whether the caller wants the records back, or a plain confirmation. */
  readonly wantRecords: boolean;
}

export interface CreateRegulationsResult {
  /** What the regulations are stored with, so that a log line can be found for them. */
  readonly storedRequestId?: string;
  /** In request order; only when `wantRecords` was set. */
  readonly records?: readonly RegulationRecord[];
}

export interface ListRegulationsCommand {
  readonly context: CommandContext;
  readonly limit: number;
  readonly afterCursor?: string;
  /** The suppression key. */
  readonly userId?: string;
  readonly regulationType?: RegulationType;
  readonly canceled?: boolean;
  readonly status?: RegulationStatus;
  /** As `ListedRegulation.overdue`. */
  readonly overdue?: boolean;
  /** As `Date.prototype.toISOString` writes it; inclusive. */
  readonly createdAfter?: string;
  /** The same; exclusive. */
  readonly createdBefore?: string;
}

export interface ListRegulationsResult {
  readonly data: readonly ListedRegulation[];
  /** Cursor of the next page; absent on the last one. */
  readonly nextCursor?: string;
}

export interface GetRegulationCommand {
  readonly context: CommandContext;
  readonly id: string;
}

export interface CancelRegulationCommand {
  readonly context: CommandContext;
  readonly id: string;
  /**
   * The types that the token may cancel; another one is refused with `insufficient_scope`.
   * `suppress_with_delete` stands for `delete` too, which is left out: an older service takes no third type.
   */
  readonly allowedTypes: readonly RegulationType[];
  /** Why, in the caller's words. */
  readonly reason?: string;
}

export interface AbortDeletionsCommand {
  readonly context: CommandContext;
  /** A destination of the workspace that is about to go, or has gone. */
  readonly destinationId: string;
  /** It is there still, and may stay: what a worker has in hand goes on as if nothing had been said. */
  readonly mayStay?: boolean;
}

/**
 * The regulation service as its callers see it: over TCP in a cluster, directly in standalone.
 * Every method throws a `LetheError` for what it refuses.
 *
 * A new command also has a pattern above, a check (`check-command.ts`) and a method of the controller in the
 * service's `rpc` folder, and a method of `RegulationClient`.
 */
export interface RegulationCommands {
  create(command: CreateRegulationsCommand): Promise<CreateRegulationsResult>;
  /** What `create` would do; stores and sends nothing. */
  plan(command: PlanDeletionCommand): Promise<DeletionPlan>;
  list(command: ListRegulationsCommand): Promise<ListRegulationsResult>;
  get(command: GetRegulationCommand): Promise<RegulationDetail>;
  cancel(command: CancelRegulationCommand): Promise<void>;
  /** Aborts the deletions that wait at a destination. Repeating it aborts what came since. */
  abortDeletions(command: AbortDeletionsCommand): Promise<void>;
}

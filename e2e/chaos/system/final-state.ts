import type { DeletionState, RegulationType, VerificationState } from '@lethe/contracts';
import type { ReceivedRecord } from '@lethe/messaging';
import { collectRecords } from '@lethe/testing/kafka';
import type { Entry } from '../history.js';
import type { System } from '../../system.js';
import type { Receiver } from '../../test-api/receiver.js';
import { hiddenTexts, type UsedWorkspace } from '../load/hidden-texts.js';
import { DELETING_WORKSPACE } from '../load/request-loops.js';
import type { SeenSpans, SpanTexts } from './span-texts.js';

/** What the checks read: the database, the topics, the destinations and the spans of a system. */
export interface CheckedSystem {
  readonly system: Pick<System, 'query' | 'records' | 'drained'>;
  readonly kafka: { readonly address: string };
  /** Topics of the event filter, and its consumer group. */
  readonly events: { readonly input: string; readonly output: string; readonly group: string };
  readonly receiver: Pick<Receiver, 'requests'>;
  readonly spans: Pick<SpanTexts, 'texts' | 'seen'>;
  readonly workspaces: readonly UsedWorkspace[];
  /** Waits until every process is ready. */
  ready(): Promise<void>;
  /** Stops each app cleanly, so that it sends its last spans. */
  stopApps(): Promise<void>;
}

export interface StoredRegulation {
  readonly id: string;
  readonly workspaceId: string;
  readonly requestId: string;
  readonly type: RegulationType;
  readonly userId: string;
  /** Name of the operation that created it. */
  readonly operation: string;
  readonly sourceIds: readonly string[] | null;
  readonly canceled: boolean;
}

/** One user's part of a deletion job. */
export interface StoredDeletion {
  readonly jobId: string;
  readonly regulationId: string;
  readonly destinationId: string;
  readonly state: DeletionState;
  /** Whether a verification ordered the job. */
  readonly isFurther: boolean;
}

export interface StoredVerification {
  readonly id: string;
  readonly jobId: string;
  readonly destinationId: string;
  readonly state: VerificationState;
  /** Whether a request ordered it. The others wait for days. */
  readonly isOrdered: boolean;
  /** Ids of the regulations of users with data. */
  readonly found: readonly string[];
}

/** A record of one of the topics of events. */
export interface SeenEvent {
  readonly id: string;
  /** When it was sent, on the clock of the history. */
  readonly at: number;
  readonly partition: number;
  /** Null if the record is unreadable. */
  readonly value: {
    readonly workspaceId: string;
    readonly sourceId: string;
    /** Absent if the event has no user. */
    readonly userId?: string;
  } | null;
}

export interface Arrival {
  readonly path: string;
  readonly body: string;
}

/** The final content of the database, the topics and the destinations. */
export interface FinalState {
  readonly regulations: readonly StoredRegulation[];
  /** In the order of the jobs. */
  readonly deletions: readonly StoredDeletion[];
  readonly verifications: readonly StoredVerification[];
  readonly jobIds: readonly string[];
  readonly lifecycle: readonly ReceivedRecord[];
  readonly suppressions: readonly ReceivedRecord[];
  readonly orders: readonly ReceivedRecord[];
  /** In order within each partition. */
  readonly input: readonly SeenEvent[];
  readonly output: readonly SeenEvent[];
  readonly deadLetters: readonly SeenEvent[];
  readonly arrivals: readonly Arrival[];
  /** The texts of all spans, each once. */
  readonly spanTexts: readonly string[];
  readonly seenSpans: readonly SeenSpans[];
  readonly hidden: readonly string[];
}

const REGULATIONS = `
  select id, workspace_id as "workspaceId", request_id as "requestId", regulation_type as type,
         user_id as "userId", attributes ->> 'operation' as operation, source_ids as "sourceIds", canceled
    from regulation.regulations`;

const DELETIONS = `
  select j.id as "jobId", u.regulation_id as "regulationId", j.destination_id as "destinationId", j.state,
         j.first_completed_at is not null as "isFurther"
    from regulation.deletion_jobs j join regulation.deletion_job_users u on u.job_id = j.id order by j.id`;

const VERIFICATIONS = `
  select id, job_id as "jobId", destination_id as "destinationId", state, ordered_by is not null as "isOrdered",
         array(select jsonb_object_keys(found)) as found
    from regulation.deletion_verifications`;

/**
 * Reads the state after all work is done, and stops the apps.
 *
 * @param history contains texts that spans must not contain
 */
export async function readFinalState(
  chaos: CheckedSystem,
  history: readonly Entry[],
): Promise<FinalState> {
  const { system, events, kafka, receiver } = chaos;
  const seen = async (topic: string): Promise<SeenEvent[]> =>
    (await collectRecords(kafka.address, topic)).map(toEvent);
  const jobs = await system.query<{ id: string }>('select id from regulation.deletion_jobs');
  await chaos.stopApps();
  const regulations = await readRegulations(chaos);
  return {
    regulations,
    deletions: await system.query<StoredDeletion>(DELETIONS),
    verifications: await system.query<StoredVerification>(VERIFICATIONS),
    jobIds: jobs.map(({ id }) => id),
    lifecycle: await system.records('lifecycle'),
    suppressions: await system.records('suppressions'),
    orders: await system.records('deletions'),
    input: await seen(events.input),
    output: await seen(events.output),
    deadLetters: await seen(`${events.input}.dlq`),
    arrivals: receiver.requests,
    spanTexts: chaos.spans.texts,
    seenSpans: chaos.spans.seen,
    hidden: hiddenTexts(history, regulations, chaos.workspaces),
  };
}

/**
 * Returns the keys `workspace:user:(source|*)` that must be suppressed according to the
 * regulations.
 */
export function coveredKeys(regulations: readonly StoredRegulation[]): string[] {
  const keys = new Set<string>();
  for (const { workspaceId, userId, sourceIds, canceled, type } of regulations) {
    if (canceled || type === 'delete') continue;
    for (const source of sourceIds ?? ['*']) keys.add(`${workspaceId}:${userId}:${source}`);
  }
  return [...keys].sort();
}

export async function readRegulations({ system }: CheckedSystem): Promise<StoredRegulation[]> {
  return system.query<StoredRegulation>(REGULATIONS);
}

/**
 * Makes all retries due at once, so that no deletion or verification waits for its backoff.
 *
 * @returns the number of open deletions, and of open verifications that a request ordered
 */
export async function openDeletions({ system }: CheckedSystem): Promise<number> {
  await system.query(
    `update regulation.deletion_jobs set claimable_at = now() where state = 'failed' and claimable_at > now()`,
  );
  await system.query(
    `update regulation.deletion_lanes set ready_at = now(), delayed_until = null
      where workspace_id = '${DELETING_WORKSPACE}' and ready_at > now() and ready_at < 'infinity'`,
  );
  await system.query(
    `with due as (
       update regulation.deletion_verifications set claimable_at = now()
        where ordered_by is not null and state in ('pending', 'failed') and claimable_at > now())
     update regulation.deletion_lanes lane set verify_at = now(), delayed_until = null
      where verify_at > now() and exists (
        select from regulation.deletion_verifications v
         where v.workspace_id = lane.workspace_id and v.destination_id = lane.destination_id
           and v.ordered_by is not null and v.state in ('pending', 'failed'))`,
  );
  const [row] = await system.query<{ open: number }>(
    `select ((select count(*) from regulation.deletion_jobs where state in ('pending', 'running', 'failed'))
           + (select count(*) from regulation.deletion_verifications
               where ordered_by is not null and state in ('pending', 'running', 'failed')))::int as open`,
  );
  return row!.open;
}

function toEvent({ partition, value, headers }: ReceivedRecord): SeenEvent {
  const { id = '', at = '' } = headers;
  return { id, at: Number(at), partition, value: parse(String(value)) };
}

function parse(text: string): SeenEvent['value'] {
  try {
    return JSON.parse(text) as SeenEvent['value'];
  } catch {
    return null;
  }
}

import type { DeletionPlan } from '@lethe/contracts';
import type { ApiClient } from '../api/api-client.js';
import { Interrupted } from '../command-context.js';
import type { RequestFrame } from '../regulations/request-options.js';
import type { Chunk, RefusedRow, UserAtLine } from './chunks.js';
import { refusedRows } from './refused-rows.js';
import { PROGRAM } from './send-chunk.js';
import type { Tally } from './tally.js';

type PlannedDestination = DeletionPlan['destinations'][number];
type Totals = Pick<PlannedDestination, 'users' | 'jobs' | 'calls' | 'expectedSeconds'>;

/** What an import would do. */
export interface ImportPlan {
  readonly regulations: number;
  readonly destinations: readonly (Totals &
    Pick<PlannedDestination, 'destinationId' | 'destinationType'>)[];
}

/** Asks the API what the chunks would do, without doing it. */
export async function planImport(
  api: ApiClient,
  chunks: AsyncIterable<Chunk>,
  frame: RequestFrame,
  tally: Tally,
): Promise<ImportPlan> {
  let regulations = 0;
  const destinations = new Map<string, ImportPlan['destinations'][number]>();
  for await (const chunk of chunks) {
    if (api.signal.aborted) throw new Interrupted('');
    const { plan, refused } = await planChunk(api, chunk, frame);
    tally.isDone(chunk, { accepted: chunk.users.length - refused.length, refused });
    regulations += plan?.regulations ?? 0;
    for (const destination of plan?.destinations ?? []) {
      const before = destinations.get(destination.destinationId);
      destinations.set(destination.destinationId, add(destination, before));
    }
  }
  tally.complete();
  return { regulations, destinations: [...destinations.values()] };
}

/** Asks again without the rows that are refused, as an answer names some of them only. */
async function planChunk(
  api: ApiClient,
  chunk: Chunk,
  frame: RequestFrame,
): Promise<{ readonly plan?: DeletionPlan; readonly refused: RefusedRow[] }> {
  const refused: RefusedRow[] = [];
  for (;;) {
    const users = without(chunk.users, refused);
    if (users.length === 0) return { refused };
    const body = { ...frame, users: users.map(({ user }) => user) };
    try {
      const path = '/v2/regulations?dry_run=true';
      const request = { method: 'POST', path, body, patience: PROGRAM } as const;
      const plan = await api.json<DeletionPlan>(request);
      const unidentified = unidentifiedRows(plan, users);
      if (unidentified.length === 0) return { plan, refused };
      refused.push(...unidentified);
    } catch (error) {
      const more = refusedRows(error, users);
      if (more.length === 0) throw error;
      refused.push(...more);
    }
  }
}

/** Users whom a destination cannot identify stand in the plan, and are refused by the request itself. */
function unidentifiedRows(plan: DeletionPlan, users: readonly UserAtLine[]): RefusedRow[] {
  const reasons = new Map<number, string>();
  for (const { path, reason } of plan.destinations.flatMap(({ unidentified }) => unidentified)) {
    const at = users[Number(/^users\[(\d+)\]/.exec(path)?.[1])];
    if (at !== undefined) reasons.set(at.line, reason);
  }
  return [...reasons].map(([line, reason]) => ({ line, reason }));
}

function without(users: readonly UserAtLine[], refused: readonly RefusedRow[]): UserAtLine[] {
  const lines = new Set(refused.map(({ line }) => line));
  return users.filter(({ line }) => !lines.has(line));
}

function add(
  { destinationId, destinationType, ...more }: PlannedDestination,
  before: Totals = { users: 0, jobs: 0, calls: 0, expectedSeconds: 0 },
): ImportPlan['destinations'][number] {
  return {
    destinationId,
    destinationType,
    users: before.users + more.users,
    jobs: before.jobs + more.jobs,
    calls: before.calls + more.calls,
    expectedSeconds: before.expectedSeconds + more.expectedSeconds,
  };
}

import type { DeletionJobRequested, RegulationLifecycle } from '@lethe/contracts';
import type { ReceivedRecord } from '@lethe/messaging';
import type { System } from '../system.js';

/** What the topic says of one regulation: the facts in the order of their first appearance. */
type Facts = Map<RegulationLifecycle['fact'], string>;

/**
 * Holds `lifecycle` against the regulations in the database.
 *
 * @returns what is wrong, nothing when every committed fact is there, none was made up, and each
 *   regulation's facts are in order; repeats are allowed, with the id of the first
 */
export async function findWrongFacts(system: System): Promise<string[]> {
  const committed = await system.query<CommittedRegulation>(
    'select id, canceled from regulation.regulations',
  );
  return wrongFacts(await system.records('lifecycle'), committed);
}

export interface CommittedRegulation {
  readonly id: string;
  readonly canceled: boolean;
}

/** What `findWrongFacts` says of these records and regulations. */
export function wrongFacts(
  records: readonly ReceivedRecord[],
  committed: readonly CommittedRegulation[],
): string[] {
  const problems: string[] = [];
  const published = factsByRegulation(records, problems);
  for (const { id, canceled } of committed) {
    const expected = canceled ? 'created canceled' : 'created';
    const found = [...(published.get(id)?.keys() ?? [])].join(' ');
    if (found !== expected) problems.push(`${id}: expected "${expected}", found "${found}"`);
  }
  const known = new Set(committed.map(({ id }) => id));
  for (const id of published.keys()) {
    if (!known.has(id)) problems.push(`${id} was published and never committed`);
  }
  return problems;
}

/**
 * Holds `deletions` against the deletion jobs in the database.
 *
 * @returns what is wrong, nothing when exactly the committed jobs were asked for
 */
export async function findWrongJobs(system: System): Promise<string[]> {
  const rows = await system.query<{ id: string }>('select id from regulation.deletion_jobs');
  return wrongJobs(
    await system.records('deletions'),
    rows.map(({ id }) => id),
  );
}

/** What `findWrongJobs` says of these records and ids of jobs. */
export function wrongJobs(records: readonly ReceivedRecord[], jobIds: readonly string[]): string[] {
  const asked = new Set(
    records.map(({ value }) => (JSON.parse(value!.toString()) as DeletionJobRequested).jobId),
  );
  const committed = new Set(jobIds);
  return [
    ...[...committed].filter((id) => !asked.has(id)).map((id) => `job ${id} was not asked for`),
    ...[...asked].filter((id) => !committed.has(id)).map((id) => `job ${id} was never committed`),
  ];
}

function factsByRegulation(
  records: readonly ReceivedRecord[],
  problems: string[],
): Map<string, Facts> {
  const byRegulation = new Map<string, Facts>();
  for (const { key, value, headers } of records) {
    const { regulationId, fact } = JSON.parse(value!.toString()) as RegulationLifecycle;
    if (key !== regulationId) problems.push(`${regulationId} has the key ${String(key)}`);
    if (fact === 'deletion_status_changed') continue; // as many as its jobs have states
    const facts = byRegulation.get(regulationId) ?? (new Map() as Facts);
    byRegulation.set(regulationId, facts);
    const first = facts.get(fact);
    if (first === undefined) facts.set(fact, headers.ce_id!);
    else if (first !== headers.ce_id) problems.push(`${regulationId}: ${fact} has two ids`);
  }
  return byRegulation;
}

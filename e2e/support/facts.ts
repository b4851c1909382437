import type { DeletionJobRequested, RegulationLifecycle } from '@lethe/contracts';
import type { ReceivedRecord } from '@lethe/messaging';
import type { System } from '../system.js';

/**
 * The record id of each fact of one regulation, in the order in which the facts first appear on the
 * topic.
 */
type Facts = Map<RegulationLifecycle['fact'], string>;

/**
 * Compares `lifecycle` with the regulations in the database.
 *
 * @returns the differences: missing facts, facts without a regulation, and facts in the wrong
 *   order. Repeated facts are allowed if they have the id of the first record
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

/** Returns the result of `findWrongFacts` for these records and regulations. */
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
    if (!known.has(id)) problems.push(`${id} was published but never committed`);
  }
  return problems;
}

/**
 * Compares `deletions` with the deletion jobs in the database.
 *
 * @returns the differences; empty if the topic has exactly the committed jobs
 */
export async function findWrongJobs(system: System): Promise<string[]> {
  const rows = await system.query<{ id: string }>('select id from regulation.deletion_jobs');
  return wrongJobs(
    await system.records('deletions'),
    rows.map(({ id }) => id),
  );
}

/** Returns the result of `findWrongJobs` for these records and ids of jobs. */
export function wrongJobs(records: readonly ReceivedRecord[], jobIds: readonly string[]): string[] {
  const published = new Set(
    records.map(({ value }) => (JSON.parse(value!.toString()) as DeletionJobRequested).jobId),
  );
  const committed = new Set(jobIds);
  return [
    ...[...committed]
      .filter((id) => !published.has(id))
      .map((id) => `job ${id} is not on the topic`),
    ...[...published]
      .filter((id) => !committed.has(id))
      .map((id) => `job ${id} was never committed`),
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
    if (fact === 'deletion_status_changed') continue; // one for each state of its jobs
    const facts = byRegulation.get(regulationId) ?? (new Map() as Facts);
    byRegulation.set(regulationId, facts);
    const first = facts.get(fact);
    if (first === undefined) facts.set(fact, headers.ce_id!);
    else if (first !== headers.ce_id) problems.push(`${regulationId}: ${fact} has two ids`);
  }
  return byRegulation;
}

import { waitFor, type WaitOptions } from '@lethe/testing';
import type { System } from '../system.js';

/** Counts the rows that wait to be published. */
const BACKLOG = `
  select (select count(*) from regulation.outbox)::int
       + (select count(*) from regulation.suppressions
           where change_seq is null
              or change_seq > coalesce((select max(position) from regulation.relay_positions), 0)
         )::int as waiting`;

/** Waits until the relay has published all rows. */
export async function untilPublished(
  database: Pick<System, 'query'>,
  options: WaitOptions = {},
): Promise<void> {
  const isEmpty = async (): Promise<boolean> => {
    const rows = await database.query<{ waiting: number }>(BACKLOG);
    return rows[0]?.waiting === 0;
  };
  const message = 'the backlog to be published';
  await waitFor(isEmpty, { intervalMs: 100, message, ...options });
}

import { waitFor } from '@lethe/testing';

const NOTHING_WAITS = `
  select not exists (select from regulation.outbox)
     and not exists (select from regulation.suppressions where change_seq is null)
     and coalesce((select max(change_seq) from regulation.suppressions), 0)
       = coalesce((select position from regulation.relay_positions where name = 'suppressions'), 0)
      as drained`;

/** Waits until everything that was committed is published, so that no round is measured while the relay publishes what an earlier one left. */
export async function drained(database, timeoutMs = 300_000) {
  await waitFor(async () => (await database.query(NOTHING_WAITS)).rows[0].drained, {
    timeoutMs,
    intervalMs: 50,
    message: 'the relay to publish everything',
  });
}

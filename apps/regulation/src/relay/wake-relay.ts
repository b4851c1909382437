import type { RunQuery } from '@lethe/database';

/** Channel on which other instances notify the relaying one that there is something to publish. */
export const RELAY_CHANNEL = 'lethe_relay';

/**
 * Makes a function to call after each commit: it wakes the relay of this process if that leads, and
 * otherwise notifies the leader through Postgres.
 *
 * One notification at a time, outside of any transaction: `NOTIFY` inside one takes a lock over all
 * databases until the flush, which cost four commits out of five when measured (32 connections). A
 * notification that gets lost is made up for by the leader's poll.
 */
export function createWakeRelay(
  relay: { readonly state: string; wake(): void },
  query: RunQuery,
): () => void {
  let sending = false;
  let again = false;
  const notify = async (): Promise<void> => {
    if (sending) {
      again = true;
      return;
    }
    sending = true;
    try {
      do {
        again = false;
        await query(`select pg_notify('${RELAY_CHANNEL}', '')`);
      } while (wasAskedAgain());
    } catch {
      again = false; // the leader polls
    } finally {
      sending = false;
    }
  };
  const wasAskedAgain = () => again;
  return () => {
    if (relay.state === 'leading') relay.wake();
    else void notify();
  };
}

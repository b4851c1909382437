import { TEST_RUN_TIMES, type TestRunRequested } from '@lethe/contracts';
import type { BrokerClock, ReceivedRecord } from '@lethe/messaging';

/** What a run needs of its record on the topic of test requests. */
export type TestRequestRecord = Pick<ReceivedRecord, 'value' | 'headers' | 'appendedAt'>;

/**
 * When a run ends by this machine's clock: what was left for it when the gateway sent it, less the time
 * that the record has been on the topic by the broker's clock. Neither clock needs to agree with ours.
 *
 * Where the topic is dated by its writers, or no header says what is left, the deadline by the gateway's
 * clock is taken as it is.
 *
 * @returns milliseconds since the epoch
 * @throws what `clock.now` throws
 */
export async function localDeadline(
  request: Pick<TestRunRequested, 'deadline'>,
  { headers, appendedAt }: Pick<TestRequestRecord, 'headers' | 'appendedAt'>,
  clock: Pick<BrokerClock, 'now'>,
): Promise<number> {
  const { ce_timeleft: timeLeft = '' } = headers;
  if (appendedAt === undefined || !/^\d{1,9}$/.test(timeLeft)) return request.deadline;
  const brokerNow = await clock.now();
  if (brokerNow === undefined) return request.deadline;
  return Date.now() + Number(timeLeft) - Math.max(0, brokerNow - appendedAt);
}

/** Milliseconds that a run has. Its deadline may be by a clock that is ahead of ours, which does not make it longer. */
export function timeLeftOf({ deadline }: Pick<TestRunRequested, 'deadline'>): number {
  return Math.min(deadline - Date.now(), TEST_RUN_TIMES.run);
}

import { TEST_RUN_TIMES, type TestRunRequested } from '@lethe/contracts';
import type { BrokerClock, ReceivedRecord } from '@lethe/messaging';

/** The members that a run needs from a record on the topic of test requests. */
export type TestRequestRecord = Pick<ReceivedRecord, 'value' | 'headers' | 'appendedAt'>;

/**
 * Returns the deadline of a run by the clock of this machine. The header `ce_timeleft` contains the
 * time that was left when the gateway sent the request. This function subtracts the time for which
 * the record waited on the topic, measured with the clock of the broker. So the clocks of the
 * machines need not agree.
 *
 * If producers set the times of the records, or no header contains the remaining time, returns the
 * gateway's deadline unchanged.
 *
 * @returns milliseconds since the epoch
 * @throws the error of `clock.now`
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

/**
 * Returns the remaining milliseconds of a run. The result is at most the full time of a run,
 * because clocks can differ.
 */
export function timeLeftOf({ deadline }: Pick<TestRunRequested, 'deadline'>): number {
  return Math.min(deadline - Date.now(), TEST_RUN_TIMES.run);
}

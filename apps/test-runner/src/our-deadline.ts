import type { TestRunRequested } from '@lethe/contracts';
import type { BrokerClock, ReceivedRecord } from '@lethe/messaging';

/** What is read of a record of the topic of test requests. */
export type TestRequestRecord = Pick<ReceivedRecord, 'value' | 'headers' | 'appendedAt'>;

/**
 * When a run ends by this machine's clock: what was left for it when it was sent, less the time that
 * it has been on the topic, both by clocks that need not agree with ours.
 *
 * Where the topic is dated by its writers, or an older gateway wrote the record, the gateway's clock
 * is believed.
 *
 * @returns milliseconds since the epoch
 * @throws what `clock.now` throws
 */
export async function ourDeadline(
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

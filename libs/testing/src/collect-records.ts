import { createKafka, readTopicToEnd, TopicObserver, type ReceivedRecord } from '@lethe/messaging';

/**
 * Returns all committed records of a topic, in order within each partition.
 *
 * The result contains all records that were committed before the call. For this, the function waits
 * until open transactions end. Kafka confirms a commit before it writes the markers, so the records
 * are sometimes not readable immediately.
 *
 * @param brokers list of brokers in the format of `KAFKA_BROKERS`
 */
export async function collectRecords(brokers: string, topic: string): Promise<ReceivedRecord[]> {
  const kafka = createKafka({ brokers: brokers.split(','), clientId: 'collect-records' });
  const observer = new TopicObserver(kafka, topic);
  // oxlint-disable-next-line typescript/no-misused-promises -- `finally` waits for the promise
  const { ends } = await observer.observe().finally(() => observer.close());
  const end = new Map(ends.map((offset, partition) => [partition, offset]));
  const records: ReceivedRecord[] = [];
  await readTopicToEnd(kafka, { topic, end, onRecord: (record) => void records.push(record) });
  return records;
}

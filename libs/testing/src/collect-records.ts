import { createKafka, readTopicToEnd, TopicObserver, type ReceivedRecord } from '@lethe/messaging';

/**
 * All committed records of a topic, each partition's in order. What was committed before the call
 * is among them: a commit is answered before the markers of its transaction are written, so the end
 * of what is visible would be too early, and open transactions are waited for.
 * @param brokers as in `KAFKA_BROKERS`
 */
export async function collectRecords(brokers: string, topic: string): Promise<ReceivedRecord[]> {
  const kafka = createKafka({ brokers: brokers.split(','), clientId: 'collect-records' });
  const observer = new TopicObserver(kafka, topic);
  const { ends } = await observer.look().finally(() => observer.close());
  const end = new Map(ends.map((offset, partition) => [partition, offset]));
  const records: ReceivedRecord[] = [];
  await readTopicToEnd(kafka, { topic, end, onRecord: (record) => void records.push(record) });
  return records;
}

import { countPartitions } from '../topics/count-partitions.js';
import { createKafka } from '../create-kafka.js';
import { highWatermarks } from './high-watermarks.js';
import { readTopicToEnd } from './read-topic.js';
import type { ReceivedRecord } from './received-record.js';

/**
 * All committed records of a topic, each partition's in order. What was committed before the call
 * is among them; an open transaction is waited for.
 * @param brokers as in `KAFKA_BROKERS`
 */
export async function collectRecords(brokers: string, topic: string): Promise<ReceivedRecord[]> {
  const kafka = createKafka({ brokers: brokers.split(','), clientId: 'collect-records' });
  const end = await highWatermarks(brokers, topic, await countPartitions(kafka, topic));
  const records: ReceivedRecord[] = [];
  await readTopicToEnd(kafka, { topic, end, onRecord: (record) => void records.push(record) });
  return records;
}

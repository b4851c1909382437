import type { TopicMessages } from 'kafkajs';
import { groupBy } from './group-by.js';
import type { OutgoingRecord } from './publisher.js';

/** Records as kafkajs takes them, in their order. */
export function toTopicMessages(records: readonly OutgoingRecord[]): TopicMessages[] {
  const byTopic = groupBy(records, (record) => record.topic);
  return Array.from(byTopic, ([topic, ofTopic]) => ({
    topic,
    messages: ofTopic.map(({ key, value, headers, timestamp }) => ({
      key,
      value,
      headers,
      ...(timestamp === undefined ? {} : { timestamp: String(timestamp) }),
    })),
  }));
}

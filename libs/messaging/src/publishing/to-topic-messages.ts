import type { OutgoingMessage, TopicMessages } from '../kafkajs/outgoing-messages.js';
import { groupBy } from './group-by.js';
import type { OutgoingRecord } from '../records/outgoing-record.js';

/** Groups records by topic for a producer. The records of a topic keep their sequence. */
export function toTopicMessages<R extends { readonly topic: string }>(
  send: readonly R[],
  toMessage: (record: R) => OutgoingMessage,
): TopicMessages[] {
  const byTopic = groupBy(send, ({ topic }) => topic);
  return Array.from(byTopic, ([topic, records]) => ({ topic, messages: records.map(toMessage) }));
}

export function toOutgoingMessage({
  key,
  value,
  headers,
  timestamp,
}: OutgoingRecord): OutgoingMessage {
  const time = timestamp === undefined ? {} : { timestamp: String(timestamp) };
  return { key, value, headers, ...time };
}

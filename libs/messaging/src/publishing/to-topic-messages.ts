import { MessageList } from '../kafkajs/message-list.js';
import type { OutgoingMessage, TopicMessages } from '../kafkajs/outgoing-messages.js';
import { groupBy } from './group-by.js';
import type { OutgoingRecord } from '../records/outgoing-record.js';

/** Groups records by topic for a producer. The records of a topic keep their sequence. */
export function toTopicMessages<R extends { readonly topic: string }>(
  send: readonly R[],
  toMessage: (record: R) => OutgoingMessage,
): TopicMessages[] {
  const byTopic = groupBy(send, ({ topic }) => topic);
  return Array.from(byTopic, ([topic, records]) => {
    const messages = new MessageList();
    for (const record of records) messages.push(toMessage(record));
    return { topic, messages };
  });
}

export function toOutgoingMessage({
  key,
  value,
  headers,
  timestamp,
}: OutgoingRecord): OutgoingMessage {
  return { key, value, headers, ...(timestamp === undefined ? {} : { timestamp }) };
}

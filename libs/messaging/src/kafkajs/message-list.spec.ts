import { createRequire } from 'node:module';
import fc from 'fast-check';
import { MessageList } from './message-list.js';
import type { OutgoingMessage } from './outgoing-messages.js';
import { partitionByKey } from './partition-by-key.js';

const require = createRequire(import.meta.url);
const group = require('kafkajs/src/producer/groupMessagesPerPartition') as (options: {
  topic: string;
  partitionMetadata: readonly { partitionId: number; leader: number }[];
  messages: readonly OutgoingMessage[];
  partitioner: ReturnType<typeof partitionByKey>;
}) => object;

const groupsOf = (messages: readonly OutgoingMessage[]) =>
  group({
    topic: 't',
    partitionMetadata: Array.from({ length: 12 }, (_, partitionId) => ({ partitionId, leader: 1 })),
    messages,
    partitioner: partitionByKey(),
  });

const message = fc.record({
  key: fc.string({ maxLength: 3 }),
  value: fc.constant('v'),
  partition: fc.option(fc.nat(11), { nil: undefined }),
});

describe('MessageList', () => {
  it('has the same groups as an ordinary list', () => {
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        expect(groupsOf(MessageList.from(messages))).toEqual(groupsOf(messages));
      }),
    );
  });

  it('is grouped in linear time', () => {
    // The test would time out if kafkajs copied the groups for each message.
    const count = 200_000;
    const messages = new MessageList();
    for (let at = 0; at < count; at += 1)
      messages.push({ key: null, value: '', partition: at % 2 });
    const groups = groupsOf(messages) as Record<number, unknown[]>;
    expect([groups[0], groups[1]].map((group) => group?.length)).toEqual([count / 2, count / 2]);
  });
});

import { createRequire } from 'node:module';
import kafkajs from 'kafkajs';
import { fixMissingTopic } from './fix-missing-topic.js';

const { KafkaJSProtocolError } = kafkajs;
const { prototype: group } = createRequire(import.meta.url)(
  'kafkajs/src/consumer/consumerGroup',
) as { prototype: { recoverFromFetch(error: Error): Promise<void> } };

const failure = (type: string, code: number): Error =>
  new KafkaJSProtocolError(Object.assign(new Error(type), { type, code, retriable: true }));
const MISSING = failure('UNKNOWN_TOPIC_OR_PARTITION', 3);
const NO_LEADER = failure('NOT_LEADER_FOR_PARTITION', 6);
const CONNECTION = Object.assign(new Error('closed'), { name: 'KafkaJSConnectionError' });

/** Lets kafkajs recover from a failed fetch. `metadata` replaces its metadata request. */
const recover = (fetch: Error, metadata: () => Promise<void>): Promise<void> =>
  group.recoverFromFetch.call(
    {
      logger: { debug: () => undefined },
      cluster: { refreshMetadata: metadata },
      joinAndSync: () => Promise.resolve(),
    },
    fetch,
  );

describe('fixMissingTopic', () => {
  beforeAll(() => {
    fixMissingTopic();
    fixMissingTopic(); // each new client calls `fixMissingTopic` again
  });

  it.each([
    ['a fetch and the metadata report that the topic does not exist', MISSING, MISSING],
    ['only the metadata report that the topic does not exist', NO_LEADER, MISSING],
    ['only the fetch reports that the topic does not exist', MISSING, CONNECTION],
  ])('ends the consumer when %s', async (_, fetch, metadata) => {
    await expect(recover(fetch, () => Promise.reject(metadata))).rejects.toMatchObject({
      name: 'TopicMissingError',
      retriable: false,
    });
  });

  it('lets kafkajs rejoin the group when the topic was recreated', async () => {
    await expect(recover(MISSING, () => Promise.resolve())).resolves.toBeUndefined();
  });

  it('lets kafkajs handle any other error', async () => {
    await expect(recover(NO_LEADER, () => Promise.reject(CONNECTION))).rejects.toBe(CONNECTION);
    await expect(recover(CONNECTION, () => Promise.resolve())).rejects.toBe(CONNECTION);
  });
});

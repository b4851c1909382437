import { createRequire } from 'node:module';
import kafkajs from 'kafkajs';
import { mendMissingTopic } from './mend-missing-topic.js';

const { KafkaJSProtocolError } = kafkajs;
const { prototype: group } = createRequire(import.meta.url)(
  'kafkajs/src/consumer/consumerGroup',
) as { prototype: { recoverFromFetch(error: Error): Promise<void> } };

const failure = (type: string, code: number): Error =>
  new KafkaJSProtocolError(Object.assign(new Error(type), { type, code, retriable: true }));
const MISSING = failure('UNKNOWN_TOPIC_OR_PARTITION', 3);
const NO_LEADER = failure('NOT_LEADER_FOR_PARTITION', 6);
const CONNECTION = Object.assign(new Error('closed'), { name: 'KafkaJSConnectionError' });

/** Recovers from a failed fetch where asking for metadata ends like this. */
const recover = (fetch: Error, metadata: () => Promise<void>): Promise<void> =>
  group.recoverFromFetch.call(
    {
      logger: { debug: () => undefined },
      cluster: { refreshMetadata: metadata },
      joinAndSync: () => Promise.resolve(),
    },
    fetch,
  );

describe('mendMissingTopic', () => {
  beforeAll(() => {
    mendMissingTopic();
    mendMissingTopic(); // as many clients do
  });

  it.each([
    ['a fetch and the metadata say that the topic is not there', MISSING, MISSING],
    ['only the metadata say so', NO_LEADER, MISSING],
    ['only the fetch says so, and there are no metadata', MISSING, CONNECTION],
  ])('ends the consumer when %s', async (_, fetch, metadata) => {
    await expect(recover(fetch, () => Promise.reject(metadata))).rejects.toMatchObject({
      name: 'TopicMissingError',
      retriable: false,
    });
  });

  it('leaves a topic that was made again to kafkajs, which joins the group anew', async () => {
    await expect(recover(MISSING, () => Promise.resolve())).resolves.toBeUndefined();
  });

  it('leaves any other failure to kafkajs', async () => {
    await expect(recover(NO_LEADER, () => Promise.reject(CONNECTION))).rejects.toBe(CONNECTION);
    await expect(recover(CONNECTION, () => Promise.resolve())).rejects.toBe(CONNECTION);
  });
});

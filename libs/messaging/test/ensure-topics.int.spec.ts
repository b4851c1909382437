import { TOPICS } from '@lethe/contracts';
import {
  describeWithKafka,
  PATIENT_CLIENT,
  uniquePrefix,
  useTestKafka,
  waitFor,
} from '@lethe/testing';
import {
  type Admin,
  ConfigResourceTypes,
  type ITopicConfig,
  kafkajsOf,
} from '@lethe/testing/kafka';
import { createKafka, ensureTopics, listTopics, TopicLayoutError } from '../src/index.js';

const definitions = Object.values(TOPICS);

/** Expected number of topics. Some topics have no dead-letter topic. */
const EXPECTED = definitions.reduce((sum, { deadLetters }) => sum + (deadLetters ? 2 : 1), 0);

describeWithKafka('ensureTopics', () => {
  const server = useTestKafka();
  let admin: Admin;
  let kafka: ReturnType<typeof createKafka>;

  beforeAll(async () => {
    kafka = createKafka({
      brokers: server.brokers.split(','),
      clientId: 'test',
      ...PATIENT_CLIENT,
    });
    admin = kafkajsOf(kafka).admin();
    await admin.connect();
  });
  afterAll(() => admin.disconnect());

  async function configOf(name: string): Promise<Record<string, string>> {
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: ConfigResourceTypes.TOPIC, name }],
    });
    const entries = resources[0]?.configEntries ?? [];
    return Object.fromEntries(entries.map((e) => [e.configName, e.configValue]));
  }

  async function makeTopic(topic: ITopicConfig): Promise<void> {
    await admin.createTopics({ topics: [topic], waitForLeaders: false });
    await waitFor(() => admin.fetchTopicMetadata({ topics: [topic.topic] }));
  }

  it('creates all topics with the layout of the contracts', async () => {
    const prefix = uniquePrefix();
    const report = await ensureTopics(kafka, { prefix, definitions });
    expect(report.warnings).toEqual([]);
    await expect(listTopics(kafka, prefix)).resolves.toEqual([...report.created].sort());
    expect(report.created).toHaveLength(EXPECTED);

    for (const { name, config } of definitions) {
      await expect(configOf(prefix + name)).resolves.toMatchObject(config);
    }
    const deadLetters = await configOf(`${prefix}${TOPICS.suppressions.name}.dlq`);
    expect(deadLetters).toMatchObject({ 'cleanup.policy': 'delete', 'retention.ms': '604800000' });
    const { topics } = await admin.fetchTopicMetadata({ topics: [...report.created] });
    const partitions = new Map(topics.map(({ name, partitions }) => [name, partitions.length]));
    const planned = new Map<string, number>(
      definitions.flatMap((topic) => [
        [prefix + topic.name, topic.partitions],
        ...(topic.deadLetters ? [[`${prefix}${topic.name}.dlq`, topic.partitions] as const] : []),
      ]),
    );
    expect(partitions).toEqual(planned);
  });

  it('can be called repeatedly and concurrently', async () => {
    const options = { prefix: uniquePrefix(), definitions };
    const reports = await Promise.all([ensureTopics(kafka, options), ensureTopics(kafka, options)]);
    expect(reports.flatMap(({ warnings }) => warnings)).toEqual([]);
    const again = await ensureTopics(kafka, options);
    expect(again).toMatchObject({ created: [], warnings: [] });
    expect(again.existing).toHaveLength(EXPECTED);
  });

  it('never changes an existing topic', async () => {
    const prefix = uniquePrefix();
    const topic = prefix + TOPICS.lifecycle.name;
    const configEntries = [{ name: 'retention.ms', value: '1234567' }];
    await makeTopic({ topic, numPartitions: 2, configEntries });
    const { warnings } = await ensureTopics(kafka, { prefix, definitions });
    expect(warnings).toEqual([`Topic ${topic} has 2 partitions, not 12.`]);
    await expect(configOf(topic)).resolves.toMatchObject({ 'retention.ms': '1234567' });
  });

  it('rejects a suppressions topic that is not compacted', async () => {
    const prefix = uniquePrefix();
    const topic = prefix + TOPICS.suppressions.name;
    await makeTopic({ topic, numPartitions: 12 });
    const starting = ensureTopics(kafka, { prefix, definitions });
    await expect(starting).rejects.toThrow(TopicLayoutError);
    await expect(listTopics(kafka, prefix)).resolves.toEqual([topic]);
  });
});

import { OperatorError, type TopicDefinition } from '@lethe/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { refusalOf, withAdmin, type TopicAdmin } from '../kafkajs/topic-admin.js';
import { readConfig } from './topic-config.js';
import { creationRequest, planTopics, type PlannedTopic } from './plan-topics.js';

/** A topic has a layout that would lose or corrupt data. Apps refuse to start. */
export class TopicLayoutError extends OperatorError {
  override readonly name = 'TopicLayoutError';
}

export interface TopicReport {
  /** Topics that this call created. */
  readonly created: readonly string[];
  /** Topics that existed already. They are never changed. */
  readonly existing: readonly string[];
  /** Warnings for an operator, one line each. */
  readonly warnings: readonly string[];
}

/** Maximum time to wait for the leaders of a new topic. Publishers retry after this time. */
const LEADERS_MS = 10_000;

/**
 * Creates missing topics and checks existing topics. Several processes can call this function
 * concurrently.
 * @param options.prefix prefix of all topic names
 * @returns the result; missing permissions cause a warning, because an operator can create the
 * topics
 * @throws TopicLayoutError if a topic is not compacted but must be
 * @throws KafkaJSError if Kafka cannot be reached
 */
export function ensureTopics(
  kafka: KafkaClient,
  options: { readonly prefix: string; readonly definitions: readonly TopicDefinition[] },
): Promise<TopicReport> {
  const planned = planTopics(options.prefix, options.definitions);
  return withAdmin(kafka, (admin) => ensurePlannedTopics(admin, planned));
}

/** Does the work of `ensureTopics` with a connected admin client. */
export async function ensurePlannedTopics(
  admin: TopicAdmin,
  planned: readonly PlannedTopic[],
): Promise<TopicReport> {
  const present = new Set(await admin.listTopics());
  const existing = planned.filter(({ name }) => present.has(name));
  const missing = planned.filter(({ name }) => !present.has(name));
  const warnings = [
    ...(await checkCleanup(admin, existing)),
    ...(await checkPartitions(admin, existing)),
  ];
  const replicas = missing.length === 0 ? undefined : await defaultReplicas(admin);
  const created: string[] = [];
  for (const topic of missing) {
    const refusal = await create(admin, topic, replicas);
    if (refusal === undefined) created.push(topic.name);
    else warnings.push(`Topic ${topic.name} is missing and could not be created: ${refusal}`);
  }
  await waitForLeaders(admin, created);
  return { created, existing: existing.map(({ name }) => name), warnings };
}

/**
 * Returns undefined if the topic exists now, even if another process created it. If the broker
 * refused to create it, returns the reason.
 */
async function create(
  admin: TopicAdmin,
  topic: PlannedTopic,
  replicas: number | undefined,
): Promise<string | undefined> {
  try {
    await admin.createTopics({ topics: [creationRequest(topic, replicas)], waitForLeaders: false });
    return undefined;
  } catch (error) {
    return refusalOf(error);
  }
}

/**
 * Waits for up to 10 s until new topics are writable. Writers retry after this time. The option
 * `waitForLeaders` of kafkajs is not used, because it fails if a broker does not know a new topic
 * yet.
 *
 * @returns whether the topics have leaders
 */
export async function waitForLeaders(
  admin: Pick<TopicAdmin, 'fetchTopicMetadata'>,
  names: readonly string[],
): Promise<boolean> {
  if (names.length === 0) return true;
  const deadline = Date.now() + LEADERS_MS;
  while (Date.now() < deadline) {
    const { topics } = await admin
      .fetchTopicMetadata({ topics: [...names] })
      .catch(() => ({ topics: [] }));
    const isReady = topics.every(({ partitions }) => partitions.every((p) => p.leader >= 0));
    if (topics.length === names.length && isReady) return true;
    await delay(50);
  }
  return false;
}

async function checkCleanup(admin: TopicAdmin, topics: readonly PlannedTopic[]): Promise<string[]> {
  const compacted = topics.filter(({ config }) => config['cleanup.policy'] === 'compact');
  const warnings: string[] = [];
  for (const { name } of compacted) {
    try {
      const policy = await readConfig(admin, 'topic', name, 'cleanup.policy');
      if (policy === 'compact') continue;
      throw new TopicLayoutError(
        `Topic ${name} has cleanup.policy=${policy ?? '?'} and would lose suppressions: set it to compact.`,
      );
    } catch (error) {
      if (error instanceof TopicLayoutError) throw error;
      warnings.push(
        `Lethe could not check whether topic ${name} is compacted: ${refusalOf(error)}`,
      );
    }
  }
  return warnings;
}

async function checkPartitions(
  admin: TopicAdmin,
  topics: readonly PlannedTopic[],
): Promise<string[]> {
  if (topics.length === 0) return [];
  try {
    const found = await admin.fetchTopicMetadata({ topics: topics.map(({ name }) => name) });
    return found.topics.flatMap(({ name, partitions }) => {
      const planned = topics.find((topic) => topic.name === name)?.partitions;
      if (planned === partitions.length) return [];
      return [`Topic ${name} has ${String(partitions.length)} partitions, not ${String(planned)}.`];
    });
  } catch (error) {
    return [`Lethe could not check the partitions of the topics: ${refusalOf(error)}`];
  }
}

async function defaultReplicas(admin: TopicAdmin): Promise<number | undefined> {
  try {
    const { controller, brokers } = await admin.describeCluster();
    const node = controller ?? brokers[0]?.nodeId ?? 0;
    const name = 'default.replication.factor';
    const value = await readConfig(admin, 'broker', String(node), name);
    return value === undefined ? undefined : Number(value);
  } catch (error) {
    refusalOf(error);
    return undefined; // without permission, the broker's min.insync.replicas applies
  }
}

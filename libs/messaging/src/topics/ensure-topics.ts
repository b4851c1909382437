import { OperatorError, type TopicDefinition } from '@lethe/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { refusalOf, withAdmin, type TopicAdmin } from '../kafkajs/topic-admin.js';
import { readConfig } from './topic-config.js';
import { creationRequest, planTopics, type PlannedTopic } from './plan-topics.js';

/** A topic is laid out so that what is on it would be lost or wrong. Nothing must be started. */
export class TopicLayoutError extends OperatorError {
  override readonly name = 'TopicLayoutError';
}

export interface TopicReport {
  /** Topics that were made now. */
  readonly created: readonly string[];
  /** Topics that were there already; never changed. */
  readonly existing: readonly string[];
  /** What an operator should look at, one line each. */
  readonly warnings: readonly string[];
}

/** How long a new topic may take to have leaders; later ones are met by the publisher's retries. */
const LEADERS_MS = 10_000;

/**
 * Creates the topics that are missing, and looks at those that are there. Several processes may do
 * so at once.
 * @param options.prefix of all topic names
 * @returns what was done; lacking rights are a warning, as an operator may create topics himself
 * @throws TopicLayoutError when a topic that must be compacted is not
 * @throws KafkaJSError when Kafka cannot be reached
 */
export function ensureTopics(
  kafka: KafkaClient,
  options: { readonly prefix: string; readonly definitions: readonly TopicDefinition[] },
): Promise<TopicReport> {
  const planned = planTopics(options.prefix, options.definitions);
  return withAdmin(kafka, (admin) => ensurePlannedTopics(admin, planned));
}

/** `ensureTopics` over a connected admin client. */
export async function ensurePlannedTopics(
  admin: TopicAdmin,
  planned: readonly PlannedTopic[],
): Promise<TopicReport> {
  const there = new Set(await admin.listTopics());
  const existing = planned.filter(({ name }) => there.has(name));
  const missing = planned.filter(({ name }) => !there.has(name));
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

/** @returns why not; undefined when it is there now, whoever was faster */
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
 * Waits until new topics can be written, ten seconds at most: what comes later is met by the retries
 * of who writes. kafkajs can wait too, but fails when the broker has not heard of its new topic yet.
 *
 * @returns whether they have leaders
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
        `Topic ${name} has cleanup.policy=${policy ?? '?'} and would forget who is suppressed: set it to compact.`,
      );
    } catch (error) {
      if (error instanceof TopicLayoutError) throw error;
      warnings.push(`Whether topic ${name} is compacted could not be checked: ${refusalOf(error)}`);
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
    return [`The topics' partitions could not be checked: ${refusalOf(error)}`];
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
    return undefined; // not ours to know; then the broker's own min.insync.replicas counts
  }
}

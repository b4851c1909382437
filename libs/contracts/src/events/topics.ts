import type { z } from 'zod';
import { deletionJobRequestedSchema } from './deletion-job-requested.js';
import { regulationLifecycleSchema } from './regulation-lifecycle.js';
import { relayRecordSchema } from './relay-record.js';
import { secretRevokedSchema } from './secret-revoked.js';
import { suppressionStateSchema } from './suppression-state.js';
import { testAnswerSchema, testRequestSchema } from './test-run.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface TopicDefinition {
  /** Name without the prefix of the installation. */
  readonly name: string;
  readonly description: string;
  /** Form of the record key. Records with equal keys keep their order. */
  readonly key: string;
  readonly partitions: number;
  /**
   * Kafka configuration of the topic, without `min.insync.replicas`. Lethe derives this value from
   * the replication factor of the brokers.
   */
  readonly config: Readonly<Record<string, string>>;
  /** CloudEvents `source` of the records, which is the app that writes them. */
  readonly source: string;
  /** CloudEvents `type` of the records. */
  readonly eventTypes: readonly string[];
  readonly schema: z.ZodType;
  /** Whether the topic has a dead letter topic `<name>.dlq`. */
  readonly deadLetters: boolean;
}

/** Never change this number, because records with equal keys would lose their order. */
const PARTITIONS = 12;

/**
 * Configuration of the topics of test runs. A caller waits half a minute for a test run. After that
 * time, no reader needs the records of the run.
 */
const TEST_CONFIG = {
  'cleanup.policy': 'delete',
  // A runner compares the append time with its clock to measure how long a run has waited.
  'message.timestamp.type': 'LogAppendTime',
  'retention.ms': String(HOUR),
  'segment.ms': String(10 * MINUTE),
};

export const EVENT_TYPES = {
  suppressionChanged: 'lethe.regulation.suppression-changed.v1',
  deletionRequested: 'lethe.regulation.deletion-requested.v1',
  created: 'lethe.regulation.created.v1',
  canceled: 'lethe.regulation.canceled.v1',
  deletionStatusChanged: 'lethe.regulation.deletion-status-changed.v1',
  allPublished: 'lethe.regulation.everything-told.v1',
  secretRevoked: 'lethe.catalog.secret-revoked.v1',
  testRunRequested: 'lethe.test.run-requested.v1',
  transformationTestRequested: 'lethe.test.transformation-test-requested.v1',
  testRunCanceled: 'lethe.test.run-canceled.v1',
  testRunResult: 'lethe.test.run-result.v1',
  transformationTested: 'lethe.test.transformation-tested.v1',
} as const;

export const TOPICS = {
  suppressions: {
    name: 'regulation.suppressions.v1',
    description: 'Suppressions: the complete current state of each user. Compacted.',
    key: '<workspaceId>:<userId>',
    partitions: PARTITIONS,
    config: {
      'cleanup.policy': 'compact',
      'segment.ms': String(HOUR),
      'max.compaction.lag.ms': String(DAY),
      'delete.retention.ms': String(7 * DAY),
    },
    source: '/lethe/regulation',
    eventTypes: [EVENT_TYPES.suppressionChanged],
    schema: suppressionStateSchema,
    deadLetters: true,
  },
  deletions: {
    name: 'regulation.deletions.v1',
    description: 'Deletion jobs that workers can claim.',
    key: '<workspaceId>:<destinationId>',
    partitions: PARTITIONS,
    config: { 'cleanup.policy': 'delete', 'retention.ms': String(7 * DAY) },
    source: '/lethe/regulation',
    eventTypes: [EVENT_TYPES.deletionRequested],
    schema: deletionJobRequestedSchema,
    deadLetters: true,
  },
  lifecycle: {
    name: 'regulation.lifecycle.v1',
    description: 'Facts about regulations: created, canceled, deletion status changed.',
    key: '<regulationId>',
    partitions: PARTITIONS,
    config: { 'cleanup.policy': 'delete', 'retention.ms': String(30 * DAY) },
    source: '/lethe/regulation',
    eventTypes: [EVENT_TYPES.created, EVENT_TYPES.canceled, EVENT_TYPES.deletionStatusChanged],
    schema: regulationLifecycleSchema,
    deadLetters: true,
  },
  relay: {
    name: 'regulation.relay.v1',
    description: 'How much the relay has published on the suppressions topic. Compacted.',
    key: '<clusterId>',
    partitions: 1,
    config: { 'cleanup.policy': 'compact' },
    source: '/lethe/regulation',
    eventTypes: [EVENT_TYPES.allPublished],
    schema: relayRecordSchema,
    deadLetters: false,
  },
  revocations: {
    name: 'catalog.revocations.v1',
    description:
      'Secrets that no longer work. Compacted. Lethe reads this topic after a restore of the database. A tombstone means that a secret works again.',
    key: '<SHA-256 of the secret, hexadecimal>',
    partitions: 1,
    config: { 'cleanup.policy': 'compact' },
    source: '/lethe/regulation',
    eventTypes: [EVENT_TYPES.secretRevoked],
    schema: secretRevokedSchema,
    deadLetters: false,
  },
  testRequests: {
    name: 'test.requests.v1',
    description: 'Requested test runs. A runner tries each run once and never repeats it.',
    key: '<runId>',
    partitions: PARTITIONS,
    config: TEST_CONFIG,
    source: '/lethe/gateway',
    eventTypes: [
      EVENT_TYPES.testRunRequested,
      EVENT_TYPES.transformationTestRequested,
      EVENT_TYPES.testRunCanceled,
    ],
    schema: testRequestSchema,
    deadLetters: false,
  },
  testResults: {
    name: 'test.results.v1',
    description:
      'Results of test runs: one record for each destination of a run, or one record for a transformation.',
    key: '<runId>',
    partitions: PARTITIONS,
    config: TEST_CONFIG,
    source: '/lethe/test-runner',
    eventTypes: [EVENT_TYPES.testRunResult, EVENT_TYPES.transformationTested],
    schema: testAnswerSchema,
    deadLetters: false,
  },
} as const satisfies Record<string, TopicDefinition>;

/** Default prefix of all topics. `LETHE_TOPIC_PREFIX` overrides it. */
export const DEFAULT_TOPIC_PREFIX = 'lethe.';

export function topicName(prefix: string, topic: TopicDefinition): string {
  return `${prefix}${topic.name}`;
}

export function deadLetterTopicName(topic: string): string {
  return `${topic}.dlq`;
}

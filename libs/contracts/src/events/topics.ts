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

/** How a topic is laid out and what is on it. */
export interface TopicDefinition {
  /** Name without the installation's prefix. */
  readonly name: string;
  readonly description: string;
  /** What the record key is made of. Records of one key keep their order. */
  readonly key: string;
  readonly partitions: number;
  /** Kafka topic configuration; `min.insync.replicas` is added from the broker's replication. */
  readonly config: Readonly<Record<string, string>>;
  /** CloudEvents `source` of the records: who writes them. */
  readonly source: string;
  /** CloudEvents `type` of the records. */
  readonly eventTypes: readonly string[];
  readonly schema: z.ZodType;
  /** Whether a `<name>.dlq` topic belongs to it. */
  readonly deadLetters: boolean;
}

/** Never changed in place: another number would break the order per key. */
const PARTITIONS = 12;

/** Somebody waits for a test run for half a minute; after that nobody needs its records. */
const TEST_CONFIG = {
  'cleanup.policy': 'delete',
  // Against which a runner measures its own clock, and how long a run has waited.
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
  everythingTold: 'lethe.regulation.everything-told.v1',
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
    description: 'Who is suppressed: per user the full present state, compacted.',
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
    description: 'Deletion jobs that are there to be claimed.',
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
    description: 'How much there is to know on the suppressions topic, compacted.',
    key: '<clusterId>',
    partitions: 1,
    config: { 'cleanup.policy': 'compact' },
    source: '/lethe/regulation',
    eventTypes: [EVENT_TYPES.everythingTold],
    schema: relayRecordSchema,
    deadLetters: false,
  },
  revocations: {
    name: 'catalog.revocations.v1',
    description:
      'Secrets that work no more, compacted. Read back after a restore of the database; a tombstone says that a secret works again.',
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
    description: 'Test runs that are asked for. Tried once: nothing here is ever repeated.',
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
      'What came of test runs: one record for each destination of a run, or one for a transformation.',
    key: '<runId>',
    partitions: PARTITIONS,
    config: TEST_CONFIG,
    source: '/lethe/test-runner',
    eventTypes: [EVENT_TYPES.testRunResult, EVENT_TYPES.transformationTested],
    schema: testAnswerSchema,
    deadLetters: false,
  },
} as const satisfies Record<string, TopicDefinition>;

/** Prefix of all topics unless `LETHE_TOPIC_PREFIX` says otherwise. */
export const DEFAULT_TOPIC_PREFIX = 'lethe.';

/** Full name of a topic: prefix and name. */
export function topicName(prefix: string, topic: TopicDefinition): string {
  return `${prefix}${topic.name}`;
}

/** Full name of the dead letter topic that belongs to a topic. */
export function deadLetterTopicName(topic: string): string {
  return `${topic}.dlq`;
}

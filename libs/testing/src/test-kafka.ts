import {
  missingKafkaPrerequisite,
  SHORT_LIVED_KAFKA,
  startLocalKafka,
  type LocalKafka,
  type LocalKafkaOptions,
} from '@lethe/local-services';
import { randomBytes } from 'node:crypto';
import { skipOrFail } from './skip-or-fail.js';
import { startOnce } from './test-run.js';

/**
 * Returns the brokers that all tests of a run share. Without `LETHE_TEST_KAFKA_BROKERS`, the first
 * caller starts a Kafka, which is ended at the end of the run.
 */
export async function testKafkaBrokers(): Promise<string> {
  const given = process.env.LETHE_TEST_KAFKA_BROKERS;
  if (given !== undefined && given !== '') return given;
  const start = (dataDir: string) => startLocalKafka({ dataDir, ...SHORT_LIVED_KAFKA });
  return startOnce('kafka', start, ({ brokers }) => brokers);
}

/**
 * Starts a Kafka for one test. The test can stop and kill this Kafka. After a kill, a new start
 * takes 4 s instead of 13 s, because sessions of killed and suspended brokers expire earlier.
 */
export function startOwnKafka(options: LocalKafkaOptions): Promise<LocalKafka> {
  const { javaOptions, settings } = SHORT_LIVED_KAFKA;
  return startLocalKafka({
    ...options,
    javaOptions: [...javaOptions, ...(options.javaOptions ?? [])],
    settings: {
      ...settings,
      'broker.session.timeout.ms': '2000',
      'broker.heartbeat.interval.ms': '500',
      ...options.settings,
    },
  });
}

/**
 * Provides a Kafka for the tests of the enclosing `describe` or file.
 *
 * @returns an object whose `brokers` are available inside tests
 */
export function useTestKafka(): { readonly brokers: string } {
  let brokers: string | undefined;
  beforeAll(async () => {
    brokers = await testKafkaBrokers();
  });
  return {
    get brokers() {
      if (brokers === undefined) throw new Error('Kafka is there only inside of tests');
      return brokers;
    },
  };
}

/** Does the same as `describe`, for tests that need a real Kafka. See `skipOrFail`. */
export function describeWithKafka(name: string, tests: () => void): void {
  const { LETHE_TEST_KAFKA_BROKERS: given } = process.env;
  skipOrFail('a Kafka', given ? undefined : missingKafkaPrerequisite(), name, tests);
}

/**
 * Options of `createKafka` for tests that are not about an outage. With these timeouts, a client
 * waits for a broker that is suspended on a busy computer. With the default timeouts of a few
 * seconds, the client would create a topic or write a record twice.
 */
export const PATIENT_CLIENT = { connectionTimeoutMs: 60_000, requestTimeoutMs: 60_000 } as const;

/** Returns a prefix for topics and ids that no other test uses. */
export function uniquePrefix(): string {
  return `t${randomBytes(5).toString('hex')}.`;
}

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
 * The brokers that all tests of a run share: `LETHE_TEST_KAFKA_BROKERS`, or a Kafka that the first caller
 * starts and that ends with the run.
 */
export async function testKafkaBrokers(): Promise<string> {
  const given = process.env.LETHE_TEST_KAFKA_BROKERS;
  if (given !== undefined && given !== '') return given;
  const start = (dataDir: string) => startLocalKafka({ dataDir, ...SHORT_LIVED_KAFKA });
  return startOnce('kafka', start, ({ brokers }) => brokers);
}

/**
 * A Kafka of a test's own, which it may stop and kill: the shared one serves everybody. After a kill
 * it is there again in 4 s rather than 13 s, since its controller forgets the dead broker sooner. (A
 * broker that stood still for longer is forgotten for a moment, too.)
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
 * Gives the enclosing `describe` (or file) a Kafka.
 * @returns an object whose `brokers` are there once the tests run
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

/** `describe` for tests on a real Kafka; CI requires one. */
export function describeWithKafka(name: string, tests: () => void): void {
  const { LETHE_TEST_KAFKA_BROKERS: given } = process.env;
  skipOrFail('a Kafka', given ? undefined : missingKafkaPrerequisite(), name, tests);
}

/**
 * For clients of tests that are not about an outage, spread into `createKafka`: a broker that stands
 * still for a while on a busy machine is waited for. With the product's few seconds a topic would be
 * created twice, or a record be written twice.
 */
export const PATIENT_CLIENT = { connectionTimeoutMs: 60_000, requestTimeoutMs: 60_000 } as const;

/** A prefix for topics and ids that no other test uses. */
export function uniquePrefix(): string {
  return `t${randomBytes(5).toString('hex')}.`;
}

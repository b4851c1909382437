import { once } from 'node:events';
import {
  LeaseEndedError,
  outcomes,
  type DeletionOutcome,
  type DeletionProvider,
} from '@lethe/destinations';
import { EgressRefusedError, type GuardedDialer } from '@lethe/egress';
import {
  createKafka,
  describeTopic,
  writeTombstones,
  type KafkaClient,
  type TombstoneTarget,
} from '@lethe/messaging';
import { DeletionProblem, misconfigured } from '../shared/deletion-problem.js';
import { toOutcome, toVerification } from '../shared/to-outcome.js';
import { readKafkaConfig, type KafkaDestination } from './kafka-config.js';
import { kafkaProblem, type KafkaOperation } from './kafka-problem.js';
import { verifyKeys } from './verify-keys.js';

const CONNECT_MS = 10_000;
const REQUEST_MS = 30_000;
const MOST_PARTITIONS = 1_000;
/** Most producers end a transaction within this time. After it, the verification is repeated later. */
const OPEN_TRANSACTIONS_MS = 30_000;
const NOTE =
  "Older records of the keys stay until the topic's log cleaner removes them. It does not clean the segment that is still being written.";

/**
 * Writes a tombstone for each user's key to every partition of a compacted topic. Each deletion
 * opens new connections, so that workspaces never share a connection.
 *
 * @param options.dialer opens all connections, including those to the brokers that Kafka advertises
 * @param options.openTransactionsMs how long a verification waits for open transactions
 */
export function createKafkaDeletion(options: {
  readonly dialer: GuardedDialer;
  readonly openTransactionsMs?: number;
}): DeletionProvider {
  const { openTransactionsMs = OPEN_TRANSACTIONS_MS } = options;
  return {
    delete: ({ config, users, beforeCall, signal }) =>
      toOutcome(signal, async () => {
        const destination = readKafkaConfig(config);
        const keys = new Set(users.map(({ identifiers }) => destination.toKey(identifiers.userId)));
        const session = new KafkaSession(options.dialer, destination, signal);
        try {
          return await session.untilAborted(async () => {
            const targets = await session.explain('look', () =>
              findTargets(session.kafka, destination),
            );
            const written = await session.explain('write', () =>
              writeTombstones(session.kafka, targets, [...keys], beforeCall),
            );
            return complete(users.length, targets, written);
          });
        } finally {
          session.close();
        }
      }),
    verify: (input) =>
      toVerification(input, async (seen) => {
        const { config, users, beforeCall, signal } = input;
        const destination = readKafkaConfig(config);
        const { toKey } = destination;
        const session = new KafkaSession(options.dialer, destination, signal);
        try {
          return await session.untilAborted(async () => {
            const targets = await session.explain('look', () =>
              findTargets(session.kafka, destination),
            );
            return session.explain('read', () =>
              verifyKeys(session.kafka, targets, {
                users,
                toKey,
                beforeCall,
                openTransactionsMs,
                seen,
              }),
            );
          });
        } finally {
          session.close();
        }
      }),
    close: () => Promise.resolve(),
  };
}

/** A Kafka client for one deletion. `close()` ends all its connections. */
class KafkaSession {
  readonly kafka: KafkaClient;
  private readonly closing = new AbortController();
  private refused: EgressRefusedError | undefined;

  constructor(
    dialer: GuardedDialer,
    destination: KafkaDestination,
    private readonly signal: AbortSignal,
  ) {
    const ended = AbortSignal.any([signal, this.closing.signal]);
    const { brokers, tls, sasl } = destination;
    this.kafka = createKafka({
      brokers,
      clientId: 'lethe-deletions',
      connectionTimeoutMs: CONNECT_MS,
      requestTimeoutMs: REQUEST_MS,
      retries: 2, // Lethe retries the job itself
      connect: (host, port, secure) => {
        const socket = dialer.open(host, port, {
          signal: ended,
          ...(secure === undefined ? {} : { tls: secure }),
        });
        return socket.on('error', (error) => {
          // kafkajs retries after this error and keeps only the text of the error.
          if (error instanceof EgressRefusedError) this.refused ??= error;
        });
      },
      ...(tls === undefined ? {} : { tls: () => tls }),
      ...(sasl === undefined ? {} : { sasl }),
    });
  }

  /** @throws DeletionProblem if Lethe knows the cause of the error; other errors unchanged */
  async explain<T>(what: KafkaOperation, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DeletionProblem || error instanceof LeaseEndedError) throw error;
      if (this.refused !== undefined) {
        throw misconfigured(
          `${this.refused.message}. Lethe connects to the addresses that the brokers advertise: check hostName, and advertised.listeners of the brokers.`,
        );
      }
      throw kafkaProblem(error, what) ?? error;
    }
  }

  /**
   * Throws LeaseEndedError as soon as the signal aborts. kafkajs cannot cancel a call. So the
   * signal closes the connections, and then the call fails.
   */
  async untilAborted<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this;
    const ended = () => new LeaseEndedError('The lease ended');
    if (signal.aborted) throw ended();
    const aborted = once(signal, 'abort', { signal: this.closing.signal }).then(() => {
      throw ended();
    });
    return Promise.race([aborted, work()]);
  }

  close(): void {
    this.closing.abort();
  }
}

/** @throws DeletionProblem if a topic is not compacted or has too many partitions */
async function findTargets(
  kafka: KafkaClient,
  { topics }: KafkaDestination,
): Promise<readonly TombstoneTarget[]> {
  const targets: TombstoneTarget[] = [];
  for (const topic of topics) {
    const { partitions, cleanupPolicy } = await describeTopic(kafka, topic);
    if (!cleanupPolicy.split(',').some((policy) => policy.trim() === 'compact')) {
      throw misconfigured(
        `The topic ${topic.slice(0, 100)} is not compacted, so a tombstone deletes nothing: set its cleanup.policy to compact, or let its retention delete the records.`,
      );
    }
    if (partitions < 1 || partitions > MOST_PARTITIONS) {
      throw misconfigured(`The topic has ${partitions} partitions: Lethe supports 1 to 1,000.`);
    }
    targets.push({ topic, partitions });
  }
  return targets;
}

function complete(
  users: number,
  targets: readonly TombstoneTarget[],
  written: number,
): DeletionOutcome {
  const partitions = targets.reduce((sum, target) => sum + target.partitions, 0);
  return outcomes.complete({
    method: 'tombstones in every partition',
    counts: { users, topics: targets.length, partitions, tombstones: written },
    notes: [NOTE],
  });
}

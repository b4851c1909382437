import { describeNetworkError } from '@lethe/egress';
import { OpenTransactionError, toKafkaAccessError, topicRefusal } from '@lethe/messaging';
import {
  conflict,
  failed,
  notPermitted,
  outage,
  refused,
  type DeletionProblem,
} from '../shared/deletion-problem.js';
import { causesOf } from '../shared/to-outcome.js';

/** Problem for each broker error that a retry does not resolve. */
const REFUSALS: Readonly<Record<string, () => DeletionProblem>> = {
  CLUSTER_AUTHORIZATION_FAILED: () =>
    notPermitted(
      'The Kafka user has no permission to write to this cluster: grant it Write on the topic.',
    ),
  POLICY_VIOLATION: () => failed('A policy of the cluster refuses the tombstones.'),
  // The key of one user can be the cause. After `refused`, Lethe splits the users to find that
  // user.
  INVALID_RECORD: () => refused('The broker refuses the tombstones of this topic.'),
  MESSAGE_TOO_LARGE: () => refused(TOO_LARGE),
  RECORD_LIST_TOO_LARGE: () => refused(TOO_LARGE),
};

const TOO_LARGE = 'The batch of tombstones is too large for the topic: increase max.message.bytes.';

/** `look` reads the settings of a topic, `write` writes to it, `read` reads its records. */
export type KafkaOperation = 'look' | 'write' | 'read';

const FORBIDDEN: Readonly<Record<KafkaOperation, string>> = {
  look: 'describe the topic: grant it Describe and DescribeConfigs. Lethe must see whether the topic is compacted.',
  write: 'write to the topic: grant it Write.',
  read: 'read the topic: grant it Read.',
};

/**
 * Returns the problem for an error of the Kafka client.
 *
 * @param what the failed operation
 * @returns undefined if the error is a defect of Lethe
 */
export function kafkaProblem(error: unknown, what: KafkaOperation): DeletionProblem | undefined {
  if (error instanceof OpenTransactionError) {
    return conflict(
      'A producer has an open transaction in the topic, so the newest records cannot be read yet.',
    );
  }
  const access = toKafkaAccessError(error);
  if (access !== undefined) return accessProblem(access.code);
  switch (topicRefusal(error)) {
    case 'missing':
      // A broker can learn of a new topic late, so this outcome allows a retry.
      return failed(
        'The topic does not exist, or the Kafka user has no permission to see it: check topic.',
      );
    case 'forbidden':
      return notPermitted(`The Kafka user has no permission to ${FORBIDDEN[what]}`);
  }
  const chain = causesOf(error);
  for (const { type } of chain) {
    if (typeof type === 'string' && Object.hasOwn(REFUSALS, type)) return REFUSALS[type]?.();
  }
  const isNoKafka = chain.some(
    ({ name, message }) =>
      name === 'KafkaFrameError' ||
      name === 'RangeError' ||
      String(message).includes('does not answer like a Kafka broker'),
  );
  if (isNoKafka) {
    return failed(
      'The server does not answer like a Kafka broker: check hostName, port and sslEnabled.',
    );
  }
  // An error that Kafka marks as not retriable is no outage, because waiting does not end it.
  const refusal = chain.find(
    ({ type, retriable }) => typeof type === 'string' && retriable === false,
  );
  if (refusal !== undefined && refusal.type !== 'BROKER_NOT_AVAILABLE') {
    return failed(`Kafka answered with the error ${String(refusal.type)}.`);
  }
  if (chain.some(({ name }) => name === 'KafkaJSServerDoesNotSupportApiKey')) {
    return failed(
      'The server does not support a request that Lethe needs: its Kafka is too old, or it is not Kafka.',
    );
  }
  if (chain.some(({ name }) => String(name).startsWith('KafkaJS'))) {
    return outage('Kafka cannot be reached, or does not answer.');
  }
  return undefined;
}

function accessProblem(code: string): DeletionProblem {
  if (code === 'UNSUPPORTED_SASL_MECHANISM') {
    return notPermitted('Kafka does not support this kind of login: check saslType.');
  }
  if (code === 'SASL_AUTHENTICATION_FAILED') {
    return notPermitted('Kafka refuses the login: check username, password and saslType.');
  }
  return failed(`${describeNetworkError({ code })}.`);
}

import { describeNetworkError } from '@lethe/egress';
import { toKafkaAccessError, topicRefusal } from '@lethe/messaging';
import {
  failed,
  notPermitted,
  outage,
  refused,
  type DeletionProblem,
} from '../shared/deletion-problem.js';
import { causesOf } from '../shared/to-outcome.js';

/** What a broker answers, by Kafka's names, where another try is of no use. */
const REFUSALS: Readonly<Record<string, () => DeletionProblem>> = {
  CLUSTER_AUTHORIZATION_FAILED: () =>
    notPermitted('The Kafka user may not write to this cluster: grant it Write on the topic.'),
  POLICY_VIOLATION: () => failed('A policy of the cluster refuses the tombstones.'),
  // About keys, which are the users' own.
  INVALID_RECORD: () => refused('The broker refuses the tombstones of this topic.'),
  MESSAGE_TOO_LARGE: () => refused(TOO_LARGE),
  RECORD_LIST_TOO_LARGE: () => refused(TOO_LARGE),
};

const TOO_LARGE = 'The topic takes smaller batches only: raise max.message.bytes.';

/**
 * What an error of the client means.
 *
 * @param what was done: `look` at the topic or `write` to it
 * @returns undefined when it is a defect of ours
 */
export function kafkaProblem(error: unknown, what: 'look' | 'write'): DeletionProblem | undefined {
  const access = toKafkaAccessError(error);
  if (access !== undefined) return accessProblem(access.code);
  switch (topicRefusal(error)) {
    case 'missing':
      // Brokers say so too of a topic that they have not heard of yet.
      return failed('The topic is not there, or the Kafka user may not see it: check topic.');
    case 'forbidden':
      return what === 'look'
        ? notPermitted(
            'The Kafka user may not look at the topic: grant it Describe and DescribeConfigs, so that it can be seen whether the topic is compacted.',
          )
        : notPermitted('The Kafka user may not write to the topic: grant it Write.');
  }
  const chain = causesOf(error);
  for (const { type } of chain) {
    if (typeof type === 'string' && Object.hasOwn(REFUSALS, type)) return REFUSALS[type]?.();
  }
  const isNoKafka = chain.some(
    ({ name, message }) =>
      name === 'KafkaFrameError' ||
      name === 'RangeError' ||
      String(message).includes('does not answer as Kafka does'),
  );
  if (isNoKafka) {
    return failed('The server does not answer as Kafka does: check hostName, port and sslEnabled.');
  }
  // What Kafka says to stay does not pass by itself, as an outage does.
  const refusal = chain.find(
    ({ type, retriable }) => typeof type === 'string' && retriable === false,
  );
  if (refusal !== undefined && refusal.type !== 'BROKER_NOT_AVAILABLE') {
    return failed(`Kafka answered with the error ${String(refusal.type)}.`);
  }
  if (chain.some(({ name }) => name === 'KafkaJSServerDoesNotSupportApiKey')) {
    return failed('Kafka does not know a request that is needed: it is too old, or none.');
  }
  if (chain.some(({ name }) => String(name).startsWith('KafkaJS'))) {
    return outage('Kafka cannot be reached, or does not answer.');
  }
  return undefined;
}

function accessProblem(code: string): DeletionProblem {
  if (code === 'UNSUPPORTED_SASL_MECHANISM') {
    return notPermitted('Kafka does not know this way to log in: check saslType.');
  }
  if (code === 'SASL_AUTHENTICATION_FAILED') {
    return notPermitted('Kafka refuses the login: check username, password and saslType.');
  }
  return failed(`${describeNetworkError({ code })}.`);
}

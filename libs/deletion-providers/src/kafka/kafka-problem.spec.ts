import { kafkaProblem } from './kafka-problem.js';

/** Returns the error that kafkajs throws when the broker answered all its attempts with `type`. */
function refusal(type: string, retriable: boolean): Error {
  const answered = Object.assign(new Error(type), {
    name: 'KafkaJSProtocolError',
    type,
    retriable,
  });
  return Object.assign(new Error('retries exceeded', { cause: answered }), {
    name: 'KafkaJSNumberOfRetriesExceeded',
    retriable: false,
  });
}

describe('kafkaProblem', () => {
  it.each([
    ['UNKNOWN_TOPIC_OR_PARTITION', true, 'failed'],
    ['UNSUPPORTED_VERSION', false, 'failed'],
    ['KAFKAJS_UNKNOWN_ERROR_CODE', false, 'failed'],
    ['TOPIC_AUTHORIZATION_FAILED', false, 'aborted'],
    ['LEADER_NOT_AVAILABLE', true, 'delayed'],
    ['BROKER_NOT_AVAILABLE', false, 'delayed'],
    ['NOT_ENOUGH_REPLICAS', true, 'delayed'],
  ])('maps the error %s (retriable: %s) to the outcome %s', (type, retriable, status) => {
    expect(kafkaProblem(refusal(type, retriable), 'look')?.outcome.status).toBe(status);
  });
});

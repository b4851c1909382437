/**
 * Kafka's names of the error codes that a reader can receive.
 * https://kafka.apache.org/protocol.html#protocol_error_codes
 */
const TYPES: Readonly<Record<number, string>> = {
  [-1]: 'UNKNOWN_SERVER_ERROR',
  2: 'CORRUPT_MESSAGE',
  3: 'UNKNOWN_TOPIC_OR_PARTITION',
  5: 'LEADER_NOT_AVAILABLE',
  6: 'NOT_LEADER_OR_FOLLOWER',
  7: 'REQUEST_TIMED_OUT',
  9: 'REPLICA_NOT_AVAILABLE',
  14: 'COORDINATOR_LOAD_IN_PROGRESS',
  15: 'COORDINATOR_NOT_AVAILABLE',
  16: 'NOT_COORDINATOR',
  29: 'TOPIC_AUTHORIZATION_FAILED',
  30: 'GROUP_AUTHORIZATION_FAILED',
  31: 'CLUSTER_AUTHORIZATION_FAILED',
  56: 'KAFKA_STORAGE_ERROR',
  74: 'FENCED_LEADER_EPOCH',
  75: 'UNKNOWN_LEADER_EPOCH',
  76: 'UNSUPPORTED_COMPRESSION_TYPE',
  78: 'OFFSET_NOT_AVAILABLE',
  88: 'UNSTABLE_OFFSET_COMMIT',
  100: 'UNKNOWN_TOPIC_ID',
};

/** A broker answered with an error of the Kafka protocol. */
export class BrokerError extends Error {
  override readonly name = 'BrokerError';
  /** Kafka's name of the error, as in errors of kafkajs. */
  readonly type: string;

  /** @param what description, without a full stop */
  constructor(what: string, code: number) {
    const type = TYPES[code] ?? `KAFKA_ERROR_${String(code)}`;
    super(`${what} (${type}).`);
    this.type = type;
  }
}

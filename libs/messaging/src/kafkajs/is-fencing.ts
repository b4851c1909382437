import kafkajs from 'kafkajs';

// Named imports work only for some exports of a CommonJS package.
const { KafkaJSError, KafkaJSProtocolError } = kafkajs;

/**
 * Error codes of Kafka for a transaction that this producer no longer owns.
 * https://kafka.apache.org/protocol.html#protocol_error_codes
 */
const FENCING_CODES: ReadonlySet<number> = new Set([
  47, // INVALID_PRODUCER_EPOCH: a newer producer has this transactional id, or a timeout occurred
  48, // INVALID_TXN_STATE: the broker or another producer ended the transaction
  90, // PRODUCER_FENCED: like 47, from newer brokers
]);

/**
 * Returns whether an error, or one of its causes, says that this producer no longer owns the
 * transaction.
 */
export function isFencing(error: unknown): boolean {
  for (
    let e: unknown = error, depth = 0;
    e instanceof Error && depth < 5;
    e = e.cause, depth += 1
  ) {
    if (e instanceof KafkaJSProtocolError && FENCING_CODES.has(e.code)) return true;
    if (!(e instanceof KafkaJSError)) return false;
  }
  return false;
}

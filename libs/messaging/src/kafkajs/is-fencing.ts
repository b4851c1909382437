import kafkajs from 'kafkajs';

// Of a CommonJS package only some exports can be imported by name.
const { KafkaJSError, KafkaJSProtocolError } = kafkajs;

/**
 * Kafka's error codes that mean that the transaction is not ours any more.
 * https://kafka.apache.org/protocol.html#protocol_error_codes
 */
const FENCING_CODES: ReadonlySet<number> = new Set([
  47, // INVALID_PRODUCER_EPOCH: a newer producer has this transactional id, or ours timed out
  48, // INVALID_TXN_STATE: our transaction was ended behind our back
  90, // PRODUCER_FENCED: as 47, from newer brokers
]);

/** Whether a failure, or one that caused it, says that another producer took over. */
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

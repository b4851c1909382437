/**
 * Names of the transient errors at which kafkajs ends a consumer:
 * - No broker knows the group coordinator. A new cluster must first create the topic of the
 * coordinators, which takes longer than the retries of kafkajs. The error also occurs if a broker
 * becomes unavailable between two requests.
 * - Requests that waited for a connection timed out.
 * - The topic does not exist (see `fixMissingTopic`), but an operator can create it again.
 */
const TRANSIENT: ReadonlySet<string> = new Set([
  'KafkaJSGroupCoordinatorNotFound',
  'KafkaJSLockTimeout',
  'TopicMissingError',
]);

/**
 * Returns whether an error, or one of its causes, is transient although kafkajs does not retry it.
 */
export function isTransient(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (TRANSIENT.has(inner.name)) return true;
  }
  return false;
}

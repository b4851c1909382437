/**
 * What kafkajs ends a consumer for, although it passes by itself:
 * - no broker names the group's coordinator: a new cluster has none until it has made its own topic
 *   for them, which takes longer than kafkajs tries; or the broker went away between two requests;
 * - a connection was not open by the time that others waited for it;
 * - its topic is not there (see `mendMissingTopic`): it may be made again.
 */
const PASSING: ReadonlySet<string> = new Set([
  'KafkaJSGroupCoordinatorNotFound',
  'KafkaJSLockTimeout',
  'TopicMissingError',
]);

/** Whether a failure, or one that caused it, passes by itself although kafkajs does not retry it. */
export function isPassing(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (PASSING.has(inner.name)) return true;
  }
  return false;
}

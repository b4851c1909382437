import { createRequire } from 'node:module';

interface Failure {
  readonly type?: string;
  readonly cause?: unknown;
}
interface ConsumerGroup {
  recoverFromFetch: (this: ConsumerGroup, failure: Failure) => Promise<void>;
}

const require = createRequire(import.meta.url);
const { prototype } = require('kafkajs/src/consumer/consumerGroup') as { prototype: ConsumerGroup };

/** A consumed topic does not exist, so the positions in this topic are invalid. */
export class TopicMissingError extends Error {
  override readonly name = 'TopicMissingError';
  /**
   * Ends the consumer of kafkajs. `GroupMember` restarts the consumer, because `isTransient`
   * returns true for this error.
   */
  readonly retriable = false;
}

const { recoverFromFetch } = prototype;
let isPatched = false;

/**
 * Ends a consumer of kafkajs 2.2.4 when its topic does not exist. Without this fix, kafkajs repeats
 * the fetch for a second or more. If the topic is recreated in that time, the consumer continues at
 * its old position. It then skips as many records of the new topic as it had read from the old
 * topic. With this fix, the consumer rejoins the group and reads the committed offsets. The broker
 * removed these offsets together with the old topic.
 *
 * The fix applies to the whole process.
 */
export function fixMissingTopic(): void {
  if (isPatched) return;
  isPatched = true;
  prototype.recoverFromFetch = async function (failure) {
    try {
      await recoverFromFetch.call(this, failure);
    } catch (error) {
      if (!isMissingTopic(failure) && !isMissingTopic(error)) throw error;
      throw new TopicMissingError('A topic does not exist');
    }
  };
}

/** Returns whether an error, or one of its causes, reports a missing topic. */
function isMissingTopic(failure: unknown): boolean {
  const { type, cause } = failure as Failure;
  if (failure instanceof TopicMissingError || type === 'UNKNOWN_TOPIC_OR_PARTITION') return true;
  return cause instanceof Error && isMissingTopic(cause);
}

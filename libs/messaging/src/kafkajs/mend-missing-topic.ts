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

/** A topic that is consumed is not there: positions in it mean nothing any more. */
export class TopicMissingError extends Error {
  override readonly name = 'TopicMissingError';
  /** Ends kafkajs' consumer; whoever runs it begins again (`isPassing`). */
  readonly retriable = false;
}

const { recoverFromFetch } = prototype;
let isMended = false;

/**
 * Ends a consumer of kafkajs 2.2.4 when its topic is not there. By itself it repeats its fetch for a second
 * or more, and goes on where it stood when the topic is made again meanwhile: it passes over as many records of
 * the new one as it had read of the old, in silence. Who joins the group anew asks what is committed, and
 * the broker has removed that together with the old topic.
 *
 * Once for the process.
 */
export function mendMissingTopic(): void {
  if (isMended) return;
  isMended = true;
  prototype.recoverFromFetch = async function (failure) {
    try {
      await recoverFromFetch.call(this, failure);
    } catch (error) {
      if (!isMissingTopic(failure) && !isMissingTopic(error)) throw error;
      throw new TopicMissingError('A topic is not there');
    }
  };
}

/** Whether a failure, or one that caused it, is that a topic is not there. */
function isMissingTopic(failure: unknown): boolean {
  const { type, cause } = failure as Failure;
  if (failure instanceof TopicMissingError || type === 'UNKNOWN_TOPIC_OR_PARTITION') return true;
  return cause instanceof Error && isMissingTopic(cause);
}

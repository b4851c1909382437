import { topicName, TOPICS, type TestRunResult, type TransformationTested } from '@lethe/contracts';
import { toCloudEventRecord, type CloudEventAttributes, type Publisher } from '@lethe/messaging';
import { withTraceparent } from '@lethe/observability';

/** Sends the result of a run to the gateway. Rejects if the result was possibly not sent. */
export type SendResult = (
  event: CloudEventAttributes,
  result: TestRunResult | TransformationTested,
) => Promise<void>;

/** Returns a function that publishes results on the topic. The key of a record is the run's id. */
export function sendOverTopic(publisher: Publisher, topicPrefix: string): SendResult {
  const topic = topicName(topicPrefix, TOPICS.testResults);
  const traced = withTraceparent(publisher);
  return async (event, result) => {
    await traced.publish([toCloudEventRecord(topic, result.runId, event, result)]);
  };
}

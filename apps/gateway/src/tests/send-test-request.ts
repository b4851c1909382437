import { topicName, TOPICS, type TestRequest } from '@lethe/contracts';
import { toCloudEventRecord, type CloudEventAttributes, type Publisher } from '@lethe/messaging';
import { withTraceparent } from '@lethe/observability';

/**
 * Sends a request to the test runners. Rejects if it is unknown whether a runner got the request.
 */
export type SendTestRequest = (event: CloudEventAttributes, request: TestRequest) => Promise<void>;

/** Returns a function that publishes requests on the topic. The key of a record is the run's id. */
export function sendOverTopic(publisher: Publisher, topicPrefix: string): SendTestRequest {
  const topic = topicName(topicPrefix, TOPICS.testRequests);
  const traced = withTraceparent(publisher);
  return async (event, request) => {
    await traced.publish([toCloudEventRecord(topic, request.runId, event, request)]);
  };
}

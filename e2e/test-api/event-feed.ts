import { EVENT_TYPES, TEST_RUN_TIMES, TOPICS, type TestRunRequested } from '@lethe/contracts';
import { createKafka, DirectPublisher, toCloudEventRecord } from '@lethe/messaging';
import { WORKSPACE } from '../support/workspaces.js';

export interface EventFeedOptions {
  readonly brokers: string;
  /** Full name of the topic of test requests. */
  readonly topic: string;
  readonly destinationId: string;
}

/** Publishes test runs as gateways do. On a small machine, this is faster than HTTP requests. */
export class EventFeed {
  readonly events: string[] = [];
  private readonly publisher: DirectPublisher;

  constructor(private readonly options: EventFeedOptions) {
    const kafka = createKafka({ brokers: options.brokers.split(','), clientId: 'event-feed' });
    this.publisher = new DirectPublisher(kafka, { retries: 0, deadlineMs: 60_000 });
  }

  /** @param count number of events; each is sent in its own request after the previous one */
  async send(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) await this.publish(`fed-${this.events.length}`);
  }

  async close(): Promise<void> {
    await this.publisher.close();
  }

  private async publish(event: string): Promise<void> {
    this.events.push(event);
    const value: TestRunRequested = {
      runId: event,
      requestId: event,
      workspaceId: WORKSPACE,
      destinationIds: [this.options.destinationId],
      deadline: Date.now() + TEST_RUN_TIMES.run,
      stages: { userTransform: false, destTransform: true, sendToDestination: true },
      message: { type: 'track', event },
    };
    const attributes = {
      id: event,
      type: EVENT_TYPES.testRunRequested,
      source: TOPICS.testRequests.source,
      time: new Date().toISOString(),
    };
    const record = toCloudEventRecord(this.options.topic, event, attributes, value);
    await this.publisher.publish([record]);
  }
}

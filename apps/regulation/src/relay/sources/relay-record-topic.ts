import { TOPICS, topicName } from '@lethe/contracts';
import { TopicObserver, topicRefusal, type TopicExtent } from '@lethe/messaging';
import { createMissingTopics, type TopicParts } from '../create-missing-topics.js';

/** The topic of the relay's record, which may be missing or forbidden. */
export class RelayRecordTopic {
  readonly name: string;
  private readonly observer: TopicObserver;
  private hasWarned = false;

  constructor(private readonly options: TopicParts) {
    const { kafka, topicPrefix } = options;
    this.name = topicName(topicPrefix, TOPICS.relay);
    this.observer = new TopicObserver(kafka, this.name);
  }

  /**
   * Looks at the topic. Without it the relay goes on: suppressions matter more than the record
   * about them.
   * @returns undefined when it can't be used now
   */
  async find(): Promise<TopicExtent | undefined> {
    try {
      const extent = await this.observer.look();
      this.hasWarned = false;
      return extent;
    } catch (error) {
      const refusal = topicRefusal(error);
      if (refusal === undefined) throw error;
      const problem = 'no reader learns how much there is to know';
      if (!this.hasWarned) this.options.logger.warn({ topic: this.name, refusal }, problem);
      this.hasWarned = true;
      if (refusal === 'missing') await createMissingTopics(this.options);
      return undefined;
    }
  }

  async close(): Promise<void> {
    await this.observer.close();
  }
}

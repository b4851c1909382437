import { TOPICS, topicName } from '@lethe/contracts';
import { TopicObserver, topicRefusal, type TopicExtent } from '@lethe/messaging';
import { createMissingTopics, type TopicParts } from '../create-missing-topics.js';

/** The topic of the relay record, which can be missing or forbidden. */
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
   * Reads the extent of the topic. If the topic is missing or forbidden, the relay continues
   * without the record, because suppressions matter more.
   *
   * @returns undefined if the topic cannot be used now
   */
  async find(): Promise<TopicExtent | undefined> {
    try {
      const extent = await this.observer.observe();
      this.hasWarned = false;
      return extent;
    } catch (error) {
      const refusal = topicRefusal(error);
      if (refusal === undefined) throw error;
      const problem =
        'the relay record cannot be published: suppression indexes cannot know whether they are complete';
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

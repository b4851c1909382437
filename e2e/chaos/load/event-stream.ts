import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createKafka } from '@lethe/messaging';
import { PATIENT_CLIENT, Random } from '@lethe/testing';
import { kafkajsOf, type Message, type Producer } from '@lethe/testing/kafka';
import { OTHER_WORKSPACE, WORKSPACE } from '../../support/workspaces.js';
import type { Recorder } from '../history.js';
import { ACTIVE, CHECKED, SOURCES } from './users.js';

export const EVENT_PARTITIONS = 6;

const PAUSE_MS = 200;
const AT_A_TIME = 16;
/** Share of records that no filter can read. */
const UNREADABLE = 0.02;
/** Share of events without a user. The filter must forward them. */
const WITHOUT_USER = 0.02;

/**
 * Sends events of the users all the time. The final content of the topic shows which events were
 * sent.
 */
export class EventStream {
  private sent = 0;
  private readonly producer: Producer;

  constructor(
    private readonly recorder: Recorder,
    private readonly random: Random,
    private readonly topic: string,
    brokers: string,
  ) {
    const kafka = createKafka({ brokers: [brokers], clientId: 'events', ...PATIENT_CLIENT });
    this.producer = kafkajsOf(kafka).producer({ retry: { retries: 30, maxRetryTime: 1_000 } });
  }

  async connect(): Promise<void> {
    await this.producer.connect();
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const messages = Array.from({ length: AT_A_TIME }, () => this.draw());
      // If Kafka does not accept the events, they do not count as sent.
      await this.producer.send({ topic: this.topic, messages }).catch(() => undefined);
      await delay(PAUSE_MS);
    }
  }

  /** Sends one event of every checked user on every partition. @param probe names these events */
  async probe(probe: string): Promise<void> {
    const messages = CHECKED.flatMap((key) => {
      const [workspaceId = '', userId = '', sourceId = ''] = key.split(':');
      return Array.from({ length: EVENT_PARTITIONS }, (_, partition) => ({
        ...this.event({ workspaceId, userId, sourceId, probe }),
        partition,
      }));
    });
    await this.producer.send({ topic: this.topic, messages });
  }

  async close(): Promise<void> {
    await this.producer.disconnect();
  }

  private draw(): Message {
    const { random } = this;
    const sourceId = random.pick(SOURCES);
    if (random.chance(UNREADABLE)) return { ...this.event({ sourceId }), value: '{"userId":' };
    if (random.chance(WITHOUT_USER)) return this.event({ workspaceId: WORKSPACE, sourceId });
    const workspaceId = random.chance(0.9) ? WORKSPACE : OTHER_WORKSPACE;
    return this.event({ workspaceId, sourceId, userId: random.pick(ACTIVE) });
  }

  private event(body: Readonly<Record<string, string>>): Message {
    const id = String(this.sent++);
    const at = String(this.recorder.now);
    const headers = { id, at, traceparent: newTraceparent() };
    return { key: body.userId ?? null, value: JSON.stringify(body), headers };
  }
}

/** Returns a new trace context. The trace of an event shows whether the filter dropped it. */
function newTraceparent(): string {
  const [trace, span] = [randomBytes(16), randomBytes(8)].map((bytes) => bytes.toString('hex'));
  return `00-${trace!}-${span!}-01`;
}

import type { DeliveryAnswer, DeliveryRequest } from '@lethe/contracts';
import type { TestContext, TestRunParts } from '../test-run.js';
import {
  DEADLINE_BEFORE_ANSWER,
  DEADLINE_BEFORE_SENDING,
  DEFECT_IN_DELIVERY,
} from './stage-errors.js';

/** The deliveries of one event: each request once, none after the deadline. */
export class Deliveries {
  private readonly begun: { request: DeliveryRequest; answer: Promise<DeliveryAnswer> }[] = [];

  constructor(
    private readonly parts: Pick<TestRunParts, 'deliver' | 'onDefect'>,
    private readonly context: TestContext,
  ) {}

  /** What was handed in so far, in order. */
  get requests(): readonly DeliveryRequest[] {
    return this.begun.map(({ request }) => request);
  }

  /** Sends a request. @throws NotTakenError before anything is sent, and nothing else */
  send(request: DeliveryRequest): Promise<DeliveryAnswer> {
    const answer = this.attempt(request);
    this.begun.push({ request, answer });
    return answer;
  }

  /** Waits for what is still on its way. @returns one answer for each request, in their order */
  answers(): Promise<readonly DeliveryAnswer[]> {
    return Promise.all(this.begun.map(({ answer }) => answer));
  }

  private async attempt(request: DeliveryRequest): Promise<DeliveryAnswer> {
    const { signal, taken } = this.context;
    const isOver = (): boolean => signal.aborted;
    await taken;
    if (isOver()) return unanswered(DEADLINE_BEFORE_SENDING);
    try {
      const answer = await this.parts.deliver(structuredClone(request), signal);
      return answer.status === 0 && isOver() ? unanswered(DEADLINE_BEFORE_ANSWER) : answer;
    } catch (error) {
      this.parts.onDefect('delivery', error);
      return unanswered(DEFECT_IN_DELIVERY);
    }
  }
}

function unanswered(error: string): DeliveryAnswer {
  return { status: 0, body: { error }, truncated: false };
}

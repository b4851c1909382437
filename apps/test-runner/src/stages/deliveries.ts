import type { DeliveryAnswer, DeliveryRequest } from '@lethe/contracts';
import type { TestContext, TestRunParts } from '../test-run.js';
import { DEADLINE_BEFORE_ANSWER, DEADLINE_BEFORE_SENDING } from './stage-errors.js';

/** The deliveries of one event: one after another, each request once, none after the deadline. */
export class Deliveries {
  readonly answers: DeliveryAnswer[] = [];

  constructor(
    private readonly parts: Pick<TestRunParts, 'deliver'>,
    private readonly context: TestContext,
  ) {}

  /** Sends a request and keeps its answer. @throws NotTakenError before anything is sent */
  async send(request: DeliveryRequest): Promise<DeliveryAnswer> {
    const answer = await this.attempt(request);
    this.answers.push(answer);
    return answer;
  }

  private async attempt(request: DeliveryRequest): Promise<DeliveryAnswer> {
    const { signal, taken } = this.context;
    const isOver = (): boolean => signal.aborted;
    await taken;
    if (isOver()) return unanswered(DEADLINE_BEFORE_SENDING);
    const answer = await this.parts.deliver(structuredClone(request), signal);
    return answer.status === 0 && isOver() ? unanswered(DEADLINE_BEFORE_ANSWER) : answer;
  }
}

function unanswered(error: string): DeliveryAnswer {
  return { status: 0, body: { error }, truncated: false };
}

import type { DeliveryAnswer, DeliveryRequest } from '@lethe/contracts';
import { unanswered } from '@lethe/egress';
import type { OriginGuard } from '@lethe/destinations';
import { inSpan, shownMethod, type OpenSpan } from '@lethe/observability';
import { copyOf } from './copy-of.js';
import type { TestContext, TestRunParts } from './test-context.js';
import {
  DEADLINE_BEFORE_ANSWER,
  DEADLINE_BEFORE_SENDING,
  DEFECT_IN_DELIVERY,
  SECRETS_ELSEWHERE,
} from './stage-errors.js';

/** Sends the requests of one event. Sends each request once, and none after the deadline. */
export class Deliveries {
  private readonly begun: {
    readonly request: DeliveryRequest;
    readonly answer: Promise<DeliveryAnswer>;
    readonly refused: boolean;
  }[] = [];
  private guard: OriginGuard | undefined;
  private refusal: string | undefined;

  constructor(
    private readonly parts: Pick<TestRunParts, 'deliver' | 'onDefect' | 'metrics'>,
    private readonly context: TestContext,
  ) {}

  /** All requests that `send` got, oldest first. */
  get requests(): readonly DeliveryRequest[] {
    return this.begun.map(({ request }) => request);
  }

  /**
   * Checks each further request with the guard. After the guard refused a request, nothing more is
   * sent.
   */
  guardWith(guard: OriginGuard): void {
    this.guard = guard;
  }

  /** @returns the reason if one of these requests, or an earlier request, must not be sent */
  refusalOf(requests: readonly DeliveryRequest[]): string | undefined {
    for (const request of requests) {
      // After a refusal, no further request is checked, because checks use up the budget of other
      // events.
      if (this.refusal !== undefined) break;
      if (this.guard?.(request) === true) this.refusal = SECRETS_ELSEWHERE;
    }
    return this.refusal;
  }

  /**
   * True if at least one request was not refused. The deadline may still have prevented this
   * request.
   */
  get hasSent(): boolean {
    return this.begun.some(({ refused }) => !refused);
  }

  /** Sends a request. @throws only NotTakenError, before the request is sent */
  send(request: DeliveryRequest): Promise<DeliveryAnswer> {
    const refusal = this.refusalOf([request]);
    const answer =
      refusal === undefined ? this.attempt(request) : Promise.resolve(unanswered(refusal));
    this.begun.push({ request, answer, refused: refusal !== undefined });
    return answer;
  }

  /**
   * Waits for open requests.
   *
   * @returns one answer for each request, in the sequence of the requests
   */
  answers(): Promise<readonly DeliveryAnswer[]> {
    return Promise.all(this.begun.map(({ answer }) => answer));
  }

  private async attempt(request: DeliveryRequest): Promise<DeliveryAnswer> {
    const { signal, taken } = this.context;
    const isOver = (): boolean => signal.aborted;
    await taken;
    if (isOver()) return unanswered(DEADLINE_BEFORE_SENDING);
    try {
      const answer = await this.deliver(request);
      return answer.status === 0 && isOver() ? unanswered(DEADLINE_BEFORE_ANSWER) : answer;
    } catch (error) {
      this.parts.onDefect('delivery', error);
      return unanswered(DEFECT_IN_DELIVERY);
    }
  }

  private deliver(request: DeliveryRequest): Promise<DeliveryAnswer> {
    const attributes = {
      'http.request.method': shownMethod(request.method),
      'lethe.destination.type': this.context.target.destination.type,
    };
    return inSpan('deliver', { side: 'client', attributes }, async (span) => {
      const startedAt = performance.now();
      const answer = await this.parts.deliver(copyOf(request), this.context.signal);
      this.count(answer.status, (performance.now() - startedAt) / 1_000, span);
      return answer;
    });
  }

  private count(status: number, seconds: number, span: OpenSpan): void {
    const outcome = status === 0 ? 'unanswered' : status < 400 ? 'answered' : 'refused';
    const { type } = this.context.target.destination;
    this.parts.metrics?.delivered(type, outcome, seconds);
    if (status !== 0) span.note({ 'http.response.status_code': status });
    if (outcome !== 'answered') span.fail(outcome);
  }
}

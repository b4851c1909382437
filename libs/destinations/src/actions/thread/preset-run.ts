import type { OutputBudget } from '../../output-budget.js';
import type { CapturedRequest } from '../actions-task.js';
import { toAnswer, type CapturedAnswer } from './captured-answer.js';

/** Sends a request and gives its answer; `undefined` in a run that sends nothing. */
export type Send = (request: CapturedRequest) => Promise<CapturedAnswer>;

/**
 * The requests of one preset, from the first to the last or to the point from which they would
 * depend on an answer that was not given.
 */
export class PresetRun {
  #requests: { readonly order: number; readonly request: CapturedRequest }[] = [];
  #opened = 0;
  #pending = 0;
  #dependent = false;
  #closed = false;
  #refusal: unknown;
  #wake: () => void = () => undefined;
  readonly #failed = new Set<string>();

  /** @param budget of the event, which its presets share */
  constructor(
    private readonly send: Send | undefined,
    private readonly budget: OutputBudget,
  ) {}

  get sending(): boolean {
    return this.send !== undefined;
  }

  /** Whether an answer was asked for that was not given. */
  get dependent(): boolean {
    return this.#dependent;
  }

  get requests(): readonly CapturedRequest[] {
    return [...this.#requests].sort((a, b) => a.order - b.order).map(({ request }) => request);
  }

  /**
   * Announces a request of the library's client, which takes a while to become one.
   *
   * @returns its place, or `undefined` when the run is over and nothing more may be requested
   */
  open(): number | undefined {
    if (this.#closed || this.#dependent) return undefined;
    this.#pending += 1;
    return this.#opened++;
  }

  /** The announced request was answered, or never became one. */
  settle(): void {
    this.#pending -= 1;
    this.#wake();
  }

  /** The action reads an answer: what it requests from here on depends on it. */
  read(): void {
    this.#dependent = true;
    this.#wake();
  }

  /**
   * Notes that a request can't be taken: `reason` is the run's failure, whatever error the action
   * makes of it.
   */
  refuse(reason: unknown): void {
    this.#refusal ??= reason;
  }

  /**
   * Takes a request.
   *
   * @param place from `open`; without one it did not come from the library's client, and whether its
   *   answer is read can't be seen: it counts as read
   */
  async capture(request: CapturedRequest, place?: number): Promise<CapturedAnswer> {
    if (this.#closed || (place === undefined && this.#dependent)) return 'never';
    const order = place ?? this.#opened++;
    this.budget.spendRequest(request.url.length + (request.body?.length ?? 0));
    if (this.send !== undefined) return this.#sendOnce(request, order);
    this.#requests.push({ order, request });
    if (place !== undefined) return toAnswer(200, '', 'text/plain');
    this.read();
    return 'never';
  }

  /** A request that failed is not sent again: some integrations repeat theirs. */
  async #sendOnce(request: CapturedRequest, order: number): Promise<CapturedAnswer> {
    const key = JSON.stringify([request.method, request.url, request.body]);
    if (this.#failed.has(key)) return 'none';
    this.#failed.add(key);
    this.#requests.push({ order, request });
    const answer = (await this.send?.(request)) ?? 'none';
    if (answer instanceof Response && answer.ok) this.#failed.delete(key);
    return answer;
  }

  /**
   * Waits for an action to end, and for the requests that it announced; an action that waits for an
   * answer which nobody gives counts as ended.
   *
   * @returns what the action failed with
   */
  async finish(action: Promise<unknown>): Promise<unknown> {
    const result: { ended: boolean; failure?: unknown } = { ended: false };
    const end = (failure?: unknown): void => {
      result.ended = true;
      result.failure = failure;
      this.#wake();
    };
    action.then(
      () => {
        end();
      },
      (error: unknown) => {
        end(error ?? new Error('unknown'));
      },
    );
    while (!((result.ended || this.#dependent) && this.#pending === 0)) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#closed = true;
    return this.#refusal ?? (this.#dependent ? undefined : result.failure);
  }
}

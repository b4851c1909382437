import type { OutputBudget } from '../../output-budget.js';
import type { CapturedRequest } from '../actions-task.js';
import { toAnswer, type CapturedAnswer } from './captured-answer.js';

export type Send = (request: CapturedRequest) => Promise<CapturedAnswer>;

/**
 * Collects the requests of one preset, and sends them if `send` is given. A run that sends nothing
 * stops when further requests would depend on an answer.
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

  /**
   * @param send sends a request; `undefined` in a run that sends nothing
   * @param budget budget of the event, which all its presets share
   */
  constructor(
    private readonly send: Send | undefined,
    private readonly budget: OutputBudget,
  ) {}

  get sending(): boolean {
    return this.send !== undefined;
  }

  /** Whether the action tried to read an answer that does not exist. */
  get dependent(): boolean {
    return this.#dependent;
  }

  get requests(): readonly CapturedRequest[] {
    return [...this.#requests].sort((a, b) => a.order - b.order).map(({ request }) => request);
  }

  /**
   * Announces a request that the library's client will make.
   *
   * @returns the position of the request, or `undefined` if the run accepts no more requests
   */
  open(): number | undefined {
    if (this.#closed || this.#dependent) return undefined;
    this.#pending += 1;
    return this.#opened++;
  }

  /** Ends the wait for an announced request, which was answered or was never made. */
  settle(): void {
    this.#pending -= 1;
    this.#wake();
  }

  /**
   * Notes that the action reads an answer. Further requests of the action depend on this answer.
   */
  read(): void {
    this.#dependent = true;
    this.#wake();
  }

  /**
   * Notes that a request cannot be captured. The run then fails with `reason`, even if the action
   * throws a different error.
   */
  refuse(reason: unknown): void {
    this.#refusal ??= reason;
  }

  /**
   * Captures a request.
   *
   * @param position result of `open`; absent for a client that announces nothing. For such a
   * client, a read of the answer cannot be detected, so the answer is treated as read.
   */
  async capture(request: CapturedRequest, position?: number): Promise<CapturedAnswer> {
    if (this.#closed || (position === undefined && this.#dependent)) return 'never';
    const order = position ?? this.#opened++;
    this.budget.spendRequest(request.url.length + (request.body?.length ?? 0));
    if (this.send !== undefined) return this.#sendOnce(request, order);
    this.#requests.push({ order, request });
    if (position !== undefined) return toAnswer(200, '', 'text/plain');
    this.read();
    return 'never';
  }

  /** Sends a request unless an equal request failed before. Some integrations repeat requests. */
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
   * Waits until an action and its announced requests have ended. It does not wait for an action
   * that reads an answer that does not exist.
   *
   * @returns the failure of the action, or `undefined`
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

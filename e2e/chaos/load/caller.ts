import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, RequestOptions } from '../../support/api.js';
import { Api } from '../../support/api.js';
import type { Outcome, Recorder, Request } from '../history.js';

/**
 * Milliseconds after which a request counts as unanswered. `lateAnswers` checks whether answers
 * came in time.
 */
export const PATIENCE_MS = 120_000;
const PAUSE_MS = 150;
/** Longer than any fault and the recovery after it. */
const GIVE_UP_MS = 300_000;

export interface Gateway {
  /** Name of its process. */
  readonly name: string;
  /** URL without a path. */
  readonly address: string;
}

/** How to send a kind of request, and how to read its good answer. */
export interface Sending {
  readonly method: string;
  readonly path: string;
  readonly options?: RequestOptions;
  readonly read: (answer: Answer) => Extract<Outcome, { kind: 'acknowledged' }>;
}

/** Sends requests to the gateways in turn, and records each attempt and its end in the history. */
export class Caller {
  private readonly apis: readonly { readonly gateway: string; readonly api: Api }[];
  private turn: number;
  private operations = 0;
  private readonly attempts = new Map<string, number>();

  /** @param name part of the names of its operations */
  constructor(
    private readonly recorder: Recorder,
    private readonly name: string,
    gateways: readonly Gateway[],
    token: string,
  ) {
    this.apis = gateways.map(({ name, address }) => ({
      ...{ gateway: name, api: new Api(address, token) },
    }));
    this.turn = name.length;
  }

  /** Returns a name that is unique in the run and is not a part of another name. */
  newOperation(): string {
    this.operations += 1;
    return `${this.name}-${this.operations}.`;
  }

  async attempt(op: string, request: Request, sending: Sending): Promise<Outcome> {
    const attempt = (this.attempts.get(op) ?? 0) + 1;
    this.attempts.set(op, attempt);
    const { gateway, api } = this.apis[this.turn++ % this.apis.length]!;
    this.recorder.add({ type: 'invoked', op, attempt, gateway, request });
    const outcome = await send(api, sending);
    this.recorder.add({ type: 'ended', op, attempt, outcome });
    return outcome;
  }

  /**
   * Sends a request until it is acknowledged, each time to the next gateway.
   *
   * @returns undefined if the request was not acknowledged in time
   */
  async persist(
    op: string,
    request: Request,
    sending: Sending,
  ): Promise<Extract<Outcome, { kind: 'acknowledged' }> | undefined> {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    do {
      const outcome = await this.attempt(op, request, sending);
      if (outcome.kind === 'acknowledged') return outcome;
      await delay(PAUSE_MS);
    } while (performance.now() < giveUpAt);
    this.recorder.add({ type: 'standstill', what: `${op} (${request.name}) to be acknowledged` });
    return undefined;
  }
}

async function send(api: Api, { method, path, options, read }: Sending): Promise<Outcome> {
  try {
    const answer = await api.request(method, path, { ...options, timeoutMs: PATIENCE_MS });
    if (answer.status < 300) return read(answer);
    return { kind: 'refused', status: answer.status, code: codeOf(answer) };
  } catch (error) {
    return endOf(error);
  }
}

/** Returns how a request without an answer ended. */
export function endOf(error: unknown): Extract<Outcome, { kind: 'hung' | 'broken' }> {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return { kind: 'hung' };
  return { kind: 'broken', how: cause instanceof Error ? `${message}: ${cause.message}` : message };
}

export function codeOf({ text }: Pick<Answer, 'text'>): string {
  try {
    return String((JSON.parse(text) as { code?: unknown }).code);
  } catch {
    return 'no JSON';
  }
}

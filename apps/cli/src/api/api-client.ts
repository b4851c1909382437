import { setTimeout as sleep } from 'node:timers/promises';
import { PERSON, type RetryBudget } from './retry-budget.js';
import { CommandFailure, Interrupted } from '../command-context.js';
import { ApiFailure, readRefusal } from './api-failure.js';
import { explainNoAnswer, isNeverReached, isWorthARetry } from './no-answer.js';
import { retryDelay } from './retry-delay.js';

/** Longer than the 30 s that any request may take. */
const ANSWER_MS = 45_000;

/** By how much a wait may end late on a busy machine. */
const LATE_MS = 60_000;

/**
 * A request that may be repeated without harm: one that reads, a cancel, a plan, one with an
 * idempotency key or an id, or a part of a file, which is taken once.
 */
interface ApiRequest {
  readonly method: 'GET' | 'DELETE' | 'POST' | 'PATCH';
  /** With its query, below LETHE_URL. */
  readonly path: string;
  readonly body?: unknown;
  /** A body that is no JSON; `headers` say what it is. */
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  /** By default that of a person. */
  readonly patience?: RetryBudget;
}

interface ApiClientOptions {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

/** What one attempt came to. */
type Attempt =
  | { readonly text: string }
  | {
      readonly failure: CommandFailure;
      readonly isFinal: boolean;
      readonly retryAfter: string | null;
    };

/** A caller of the API that waits and tries again when the API says so. */
export class ApiClient {
  readonly url: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;

  constructor(private readonly options: ApiClientOptions) {
    this.url = options.url;
    this.signal = options.signal;
  }

  /**
   * @returns the body of the answer, parsed
   * @throws ApiFailure for what the API refuses, CommandFailure when it could not be asked, Interrupted
   */
  async json<T>(request: ApiRequest): Promise<T> {
    const text = await this.send(request, 'application/json');
    try {
      return JSON.parse(text) as T;
    } catch (error) {
      throw new CommandFailure(`${this.url} does not answer as Lethe does. Check LETHE_URL.`, {
        cause: error,
      });
    }
  }

  /** The same for requests of which the body of the answer says nothing. */
  async send(request: ApiRequest, accept = 'text/plain, application/json;q=0.5'): Promise<string> {
    const { patience = PERSON } = request;
    // By the clock on the wall: on a machine that slept a day, the API has forgotten the key of a request.
    const giveUpAt = Date.now() + patience.ms;
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.attempt(request, accept, attempt, patience);
      if ('text' in result) return result.text;
      if (result.isFinal) throw result.failure;
      const delay = retryDelay(attempt, result.retryAfter);
      if (Date.now() + delay > giveUpAt) throw result.failure;
      this.options.note(
        `${firstLine(result.failure)} Trying again in ${Math.ceil(delay / 1_000)} s.`,
      );
      await sleep(delay, undefined, { signal: this.options.signal }).catch(() => {
        throw new Interrupted('');
      });
      if (Date.now() > giveUpAt + LATE_MS) throw result.failure;
    }
  }

  /**
   * Asks once for what needs no credentials, whatever the status of the answer.
   *
   * @returns the body, parsed; undefined for one that is no JSON
   * @throws CommandFailure when no answer came, Interrupted
   */
  async look(path: string): Promise<unknown> {
    const { url, signal } = this.options;
    try {
      const response = await fetch(`${url}${path}`, { redirect: 'manual', signal: within(signal) });
      return await response.json().catch(() => undefined);
    } catch (error) {
      if (signal.aborted) throw new Interrupted('', { cause: error });
      throw new CommandFailure(explainNoAnswer(error, url), { cause: error });
    }
  }

  private async attempt(
    request: ApiRequest,
    accept: string,
    attempt: number,
    patience: RetryBudget,
  ): Promise<Attempt> {
    const { url, signal } = this.options;
    let response: Response;
    let text: string;
    try {
      response = await this.fetch(request, accept);
      text = await response.text();
    } catch (error) {
      if (signal.aborted) throw new Interrupted('', { cause: error });
      const failure = new CommandFailure(explainNoAnswer(error, url), { cause: error });
      const isFinal = !isWorthARetry(error) || (isNeverReached(error) && !patience.forAddress);
      return { failure, isFinal, retryAfter: null };
    }
    if (response.ok) return { text };
    const failure = new ApiFailure(readRefusal(response.status, text, url), attempt);
    const isFinal = !isRetryable(failure);
    return { failure, isFinal, retryAfter: response.headers.get('retry-after') };
  }

  private fetch(request: ApiRequest, accept: string): Promise<Response> {
    const { url, token, signal } = this.options;
    const { method, path, body, bytes, idempotencyKey } = request;
    return fetch(`${url}${path}`, {
      method,
      headers: {
        accept,
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...request.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(bytes === undefined ? {} : { body: bytes }),
      redirect: 'manual', // the token is for this address
      signal: within(signal),
    });
  }
}

function within(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
}

/** Of 409 only a request with the same key that is still running ends by itself. */
function isRetryable({ status, code }: ApiFailure): boolean {
  if (status === 409) return code === 'idempotency_in_progress';
  return status === 408 || status === 429 || status >= 500;
}

function firstLine({ message }: Error): string {
  return message.split('\n', 1)[0] ?? '';
}

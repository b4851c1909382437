import { signalWithin } from '@lethe/resilience';
import { setTimeout as sleep } from 'node:timers/promises';
import { PERSON, type RetryBudget } from './retry-budget.js';
import { CommandFailure, Interrupted } from '../command-context.js';
import { ApiFailure, readRefusal } from './api-failure.js';
import { explainNoAnswer, isNeverReached, isWorthARetry } from './no-answer.js';
import { retryDelay } from './retry-delay.js';

/** Longer than 30 s, the maximum time that the API takes for a request. */
const ANSWER_MS = 45_000;

/** Tolerated delay of a timer. A longer delay means that the machine slept. */
const LATE_MS = 60_000;

/** A request to the API. It must be safe to repeat, because the client retries it. */
interface ApiRequest {
  readonly method: 'GET' | 'DELETE' | 'POST' | 'PATCH';
  /** Path and query, below LETHE_URL. */
  readonly path: string;
  readonly body?: unknown;
  /** A body that is not JSON. `headers` contain the type of the body. */
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  /** Default: `PERSON`. */
  readonly retryBudget?: RetryBudget;
}

interface ApiClientOptions {
  /** URL without a slash at the end. */
  readonly url: string;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

/** Result of one attempt. */
type Attempt =
  | { readonly text: string }
  | {
      readonly failure: CommandFailure;
      readonly isFinal: boolean;
      readonly retryAfter: string | null;
    };

/**
 * Client of the API. It retries failed requests, and waits at least as long as the header
 * `Retry-After` says.
 */
export class ApiClient {
  readonly url: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;

  constructor(private readonly options: ApiClientOptions) {
    this.url = options.url;
    this.signal = options.signal;
  }

  /**
   * @returns the parsed body of the response
   * @throws ApiFailure if the API returns an error; CommandFailure if the API is unreachable, or the
   * body is neither a JSON object nor a list; Interrupted after Ctrl-C
   */
  async json<T>(request: ApiRequest): Promise<T> {
    const value = parseJson(await this.send(request, 'application/json'));
    if (typeof value !== 'object' || value === null) throw this.otherProgram();
    return value as T;
  }

  /**
   * Sends a request whose answer has no body.
   *
   * @throws as `json`; CommandFailure also if the answer has a body, because another program, such as
   * a sign-in page of a proxy, answers every request with success
   */
  async done(request: ApiRequest): Promise<void> {
    if ((await this.send(request)) !== '') throw this.otherProgram();
  }

  /** Returns the failure for an answer that cannot be from Lethe. */
  otherProgram(): CommandFailure {
    return new CommandFailure(`The answer from ${this.url} is not from Lethe. Check LETHE_URL.`);
  }

  /** Sends a request and returns the body of the response, which can be empty or text. */
  async send(request: ApiRequest, accept = 'text/plain, application/json;q=0.5'): Promise<string> {
    const { retryBudget = PERSON } = request;
    // Uses the wall clock, because it continues while the machine sleeps. A retry after more than a
    // day is not safe, because the API keeps an idempotency key for only a day.
    const giveUpAt = Date.now() + retryBudget.ms;
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.attempt(request, accept, attempt, retryBudget);
      if ('text' in result) return result.text;
      if (result.isFinal) throw result.failure;
      const delay = retryDelay(attempt, result.retryAfter);
      if (Date.now() + delay > giveUpAt) throw result.failure;
      this.options.note(
        `${firstLine(result.failure)} Next attempt in ${Math.ceil(delay / 1_000)} s.`,
      );
      await sleep(delay, undefined, { signal: this.options.signal }).catch(() => {
        throw new Interrupted('');
      });
      if (Date.now() > giveUpAt + LATE_MS) throw result.failure;
    }
  }

  /**
   * Sends one GET without credentials, and accepts any status.
   *
   * @returns the parsed body; undefined if it is not JSON
   * @throws CommandFailure when there is no response; Interrupted after Ctrl-C
   */
  async getPublic(path: string): Promise<unknown> {
    const { url, signal } = this.options;
    try {
      const response = await fetch(`${url}${path}`, {
        redirect: 'manual',
        signal: signalWithin(signal, ANSWER_MS),
      });
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
    retryBudget: RetryBudget,
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
      const isFinal = !isWorthARetry(error) || (isNeverReached(error) && !retryBudget.forAddress);
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
      redirect: 'manual', // the token must not be sent to another address
      signal: signalWithin(signal, ANSWER_MS),
    });
  }
}

/**
 * Status 409 is retried only for `idempotency_in_progress`, which ends when the first request has
 * ended.
 */
function isRetryable({ status, code }: ApiFailure): boolean {
  if (status === 409) return code === 'idempotency_in_progress';
  return status === 408 || status === 429 || status >= 500;
}

/** Returns the parsed text; undefined if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function firstLine({ message }: Error): string {
  return message.split('\n', 1)[0] ?? '';
}

import type { components } from './schema.js';

type ErrorCode = components['schemas']['ErrorCode'];
type ErrorAnswer = components['schemas']['ErrorAnswerDto'];

/** What was never answered by the API: nobody was reached, or somebody between us and it said something else. */
type LocalCode = 'unreachable' | 'unexpected_answer';

const RETRYABLE = new Set([408, 429, 502, 503, 504]);

/** The one kind of error that a request ends with. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    message: string,
    /** 0 where nobody answered. */
    readonly status: number,
    readonly code: ErrorCode | LocalCode,
    readonly requestId: string | undefined,
    /** What is wrong with each offending path of the request, `users[0].userId`. */
    readonly details: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Whether the same request may succeed a little later. */
  get isRetryable(): boolean {
    return this.status === 0 || RETRYABLE.has(this.status);
  }

  /** Whether the gateway was not reached at all. */
  get isUnreachable(): boolean {
    return this.code === 'unreachable';
  }

  static unreachable(cause: unknown): ApiError {
    return new ApiError(
      'The gateway cannot be reached.',
      0,
      'unreachable',
      undefined,
      {},
      { cause },
    );
  }

  static of(response: Response, body: unknown): ApiError {
    if (isErrorAnswer(body)) {
      const { message, code, details, requestId } = body;
      return new ApiError(message, response.status, code, requestId, details);
    }
    return new ApiError(
      `The answer was ${response.status} and not of the API: something between this page and the gateway sent it.`,
      response.status,
      'unexpected_answer',
      response.headers.get('x-request-id') ?? undefined,
    );
  }
}

function isErrorAnswer(body: unknown): body is ErrorAnswer {
  if (typeof body !== 'object' || body === null) return false;
  return 'message' in body && typeof body.message === 'string' && 'code' in body;
}

/** What is wrong with each offending path of a request; nothing of an error that says none. */
export function detailsOf(error: unknown): ApiError['details'] {
  return error instanceof ApiError ? error.details : {};
}

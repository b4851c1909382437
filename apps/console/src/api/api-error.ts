import type { components } from './schema.js';
import { TEXTS } from './texts.js';

type ErrorCode = components['schemas']['ErrorCode'];
type ErrorAnswer = components['schemas']['ErrorAnswerDto'];

/**
 * Error codes that the API does not send. The browser got no response, or a proxy sent the
 * response.
 */
type LocalCode = 'unreachable' | 'unexpected_answer';

const RETRYABLE = new Set([408, 429, 502, 503, 504]);

/** The error of a failed request. An aborted request fails with a `DOMException` instead. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    message: string,
    /** Status of the response; 0 if there was no response. */
    readonly status: number,
    readonly code: ErrorCode | LocalCode,
    readonly requestId: string | undefined,
    /**
     * Problems with values in the request. The key is the path of the value, such as
     * `users[0].userId`.
     */
    readonly details: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** True if the same request can succeed later. */
  get isRetryable(): boolean {
    return this.status === 0 || RETRYABLE.has(this.status);
  }

  get isUnreachable(): boolean {
    return this.code === 'unreachable';
  }

  static unreachable(cause: unknown): ApiError {
    return new ApiError(TEXTS.apiError.unreachable, 0, 'unreachable', undefined, {}, { cause });
  }

  static of(response: Response, body: unknown): ApiError {
    if (isErrorAnswer(body)) {
      const { message, code, details, requestId } = body;
      return new ApiError(message, response.status, code, requestId, details);
    }
    return new ApiError(
      TEXTS.apiError.unexpectedAnswer(response.status),
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

/** Returns the `details` of an `ApiError`, and an empty object for other errors. */
export function detailsOf(error: unknown): ApiError['details'] {
  return error instanceof ApiError ? error.details : {};
}

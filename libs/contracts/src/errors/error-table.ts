/** What an error code means to a caller. */
export interface ErrorEntry {
  /** HTTP status at the gateway. */
  readonly status: number;
  /** The error's message, where the place that raised the error gives none. */
  readonly message: string;
  /** Whether the same request may succeed later, unchanged. */
  readonly retryable: boolean;
  /** For the documentation: when it happens and what to do. */
  readonly description: string;
}

/** The closed table of error codes. Every error answer carries one of them in `code`. */
export const ERROR_TABLE = {
  invalid_request: {
    status: 400,
    message: 'The request is not valid. See details.',
    retryable: false,
    description:
      'A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).',
  },
  invalid_json: {
    status: 400,
    message: 'The request body is not valid JSON.',
    retryable: false,
    description: 'The body is not UTF-8, not JSON, or nested too deeply to be read.',
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor is not valid. Start again without after_cursor.',
    retryable: false,
    description:
      'The cursor is malformed or belongs to another workspace. Take it from `paging.next` unchanged.',
  },
  invalid_message_type: {
    status: 400,
    message: 'message type is unsupported',
    retryable: false,
    description:
      'The `type` of a test message is missing, not a string, or none of identify, track, page, screen, group, alias.',
  },
  destination_not_supported: {
    status: 400,
    message: 'Destinations of this type are not supported by the Test API',
    retryable: false,
    description:
      'Events reach destinations of this type other than by HTTP requests. `GET /destination-definitions` says why.',
  },
  source_disabled: {
    status: 400,
    message: 'The source is disabled',
    retryable: false,
    description: 'Enable the source, or test it with `force=true`.',
  },
  source_not_connected: {
    status: 400,
    message: 'The source is not connected to any destination',
    retryable: false,
    description: 'Connect the source to a destination: `POST /v2/connections`.',
  },
  unauthorized: {
    status: 401,
    message: 'Valid credentials are needed.',
    retryable: false,
    description:
      'No credentials, or a token that is unknown, expired or revoked. The answer carries WWW-Authenticate.',
  },
  insufficient_scope: {
    status: 403,
    message: 'The token lacks a scope that this request needs.',
    retryable: false,
    description:
      'The message names the missing scope. Ask an admin of the workspace for a token that has it.',
  },
  not_found: {
    status: 404,
    message: 'There is no such resource.',
    retryable: false,
    description:
      'The path or the id is unknown in this workspace. An id of another workspace looks exactly the same.',
  },
  method_not_allowed: {
    status: 405,
    message: 'The method is not allowed here.',
    retryable: false,
    description: 'The path exists with other methods; the Allow header lists them.',
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive in time.',
    retryable: true,
    description: 'The body was sent too slowly. Send it again.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'A request with this Idempotency-Key is still running.',
    retryable: true,
    description: 'Wait for the first request to end, then repeat this one to get its answer.',
  },
  conflict: {
    status: 409,
    message: 'That is taken, or still in use.',
    retryable: false,
    description:
      'The id, or something else that must be unique, is taken; or what should be deleted is still in use. The message says by what.',
  },
  precondition_failed: {
    status: 412,
    message: 'It was changed since you read it. Read it again, then repeat your change.',
    retryable: false,
    description: 'None of the versions in If-Match is the present one.',
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is too large.',
    retryable: false,
    description: 'The message says what the limit is. Split the request.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The body must be sent as application/json.',
    retryable: false,
    description:
      'Set `Content-Type: application/json` (UTF-8, no content coding). A `PATCH` of the catalog takes `application/merge-patch+json`, too.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another body within the last 24 hours.',
    retryable: false,
    description: 'Use a new key for a new request.',
  },
  uri_too_long: {
    status: 414,
    message: 'The request path or query is too long.',
    retryable: false,
    description: 'Shorten the path and the query string.',
  },
  headers_too_large: {
    status: 431,
    message: 'The request headers are too large.',
    retryable: false,
    description: 'Send fewer or shorter headers.',
  },
  too_many_requests: {
    status: 429,
    message: 'Too many requests at once.',
    retryable: true,
    description: 'Wait for the seconds that Retry-After says, then repeat.',
  },
  internal: {
    status: 500,
    message: 'Something went wrong on our side.',
    retryable: true,
    description: 'A defect of Lethe. Please report it with the requestId.',
  },
  unavailable: {
    status: 503,
    message: 'A service that this request needs is down. Nothing was changed.',
    retryable: true,
    description:
      'The database or the regulation service cannot be reached. Nothing was done. Wait for the seconds that Retry-After says, then repeat.',
  },
  outcome_unknown: {
    status: 503,
    message:
      'The answer was lost; the request may have been applied. Repeat it, with the same Idempotency-Key where it had one, or look whether it was.',
    retryable: true,
    description:
      'The connection broke, or the deadline passed, after the request was handed over. With the same Idempotency-Key a repeat is safe; a cancel is always safe to repeat. A token or a data plane may be there without anybody who has its secret: list them, revoke it, and choose another name.',
  },
  test_run_timeout: {
    status: 504,
    message: 'No test runner answered in time.',
    retryable: true,
    description:
      'The run may have begun, and its event may have reached the destination at most once; it will not be started later. Look whether a test-runner is up, then send the test again.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERROR_TABLE;

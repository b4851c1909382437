export interface ErrorEntry {
  /** HTTP status of the gateway's answer. */
  readonly status: number;
  /** Default message. */
  readonly message: string;
  /** Whether the unchanged request can succeed later. */
  readonly retryable: boolean;
  /** Cause and remedy, for the documentation. */
  readonly description: string;
}

/** The complete table of error codes. Each error answer has one of these codes as `code`. */
export const ERROR_TABLE = {
  invalid_request: {
    status: 400,
    message: 'The request is not valid. See details.',
    retryable: false,
    description:
      'A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.',
  },
  invalid_json: {
    status: 400,
    message: 'The request body is not valid JSON.',
    retryable: false,
    description:
      'The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.',
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor is not valid. Start again without after_cursor.',
    retryable: false,
    description:
      'The cursor is malformed or belongs to another workspace. Use the path in `paging.next` unchanged, or start again without a cursor.',
  },
  invalid_message_type: {
    status: 400,
    message: 'message type is unsupported',
    retryable: false,
    description:
      'The `type` of the test message is missing, is not a string, or is not one of identify, track, page, screen, group and alias. Correct `message.type`.',
  },
  destination_not_supported: {
    status: 400,
    message: 'Destinations of this type are not supported by the Test API',
    retryable: false,
    description:
      'Destinations of this type do not receive events as HTTP requests, so the Test API cannot test them. `GET /destination-definitions` gives the reason.',
  },
  source_disabled: {
    status: 400,
    message: 'The source is disabled',
    retryable: false,
    description: 'The tested source is disabled. Enable it, or test it with `force=true`.',
  },
  source_not_connected: {
    status: 400,
    message: 'The source is not connected to any destination',
    retryable: false,
    description:
      'The tested source has no connection. Connect it to a destination: `POST /v2/connections`.',
  },
  unauthorized: {
    status: 401,
    message: 'The credentials are missing or not valid. Send the request again with valid ones.',
    retryable: false,
    description:
      'The request has no credentials, or its token is unknown, expired or revoked. Send a valid token. The header WWW-Authenticate names the accepted schemes.',
  },
  insufficient_scope: {
    status: 403,
    message: 'The token lacks a scope that this request needs.',
    retryable: false,
    description:
      'The message names the missing scope. Ask an owner of the workspace for a token that has it.',
  },
  not_found: {
    status: 404,
    message: 'The resource does not exist. Check the path and the id.',
    retryable: false,
    description:
      'The path or the id does not exist in the workspace of the token. An id of another workspace gives the same answer. Check the path, the id and the token.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This path does not accept the method.',
    retryable: false,
    description: 'The path accepts other methods. The header Allow lists them.',
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
    description:
      'The first request with this key is still running. Wait until it ends. Then repeat your request to get the answer of the first one.',
  },
  conflict: {
    status: 409,
    message: 'The request conflicts with the present state.',
    retryable: false,
    description:
      'The request conflicts with the present state. For example, an id or a name is already taken, a resource is still in use, or a lease has ended. The message names the conflict.',
  },
  precondition_failed: {
    status: 412,
    message: 'The resource was changed after you read it. Read it again, then repeat your change.',
    retryable: false,
    description:
      'No version in If-Match is the current one. Read the resource again, then repeat the change with its new ETag.',
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is too large.',
    retryable: false,
    description:
      'The body is larger than a limit. The message names the limit. Split the request into smaller ones.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The body must be sent as application/json.',
    retryable: false,
    description:
      'The Content-Type is wrong or missing, or the body has a Content-Encoding. Set `Content-Type: application/json` (UTF-8, without `Content-Encoding`). A `PATCH` of the catalog also accepts `application/merge-patch+json`.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another body within the last 24 hours.',
    retryable: false,
    description:
      'An earlier request with another body used this key. Use a new key for each new request.',
  },
  uri_too_long: {
    status: 414,
    message: 'The request path or query is too long.',
    retryable: false,
    description: 'The path with the query string is too long. Shorten them.',
  },
  headers_too_large: {
    status: 431,
    message: 'The request headers are too large.',
    retryable: false,
    description: 'The headers together are too large. Send fewer or shorter headers.',
  },
  too_many_requests: {
    status: 429,
    message: 'Too many requests. Wait, then repeat the request.',
    retryable: true,
    description:
      'A limit is exceeded, for example the requests per second of the token. Wait for the number of seconds in Retry-After, then repeat the request.',
  },
  internal: {
    status: 500,
    message: 'An internal error occurred. Report it with the requestId.',
    retryable: true,
    description: 'The cause is a defect in Lethe. Report it with the requestId.',
  },
  unavailable: {
    status: 503,
    message:
      'A service that this request needs is unavailable. Nothing was changed. Repeat the request later.',
    retryable: true,
    description:
      'The gateway cannot reach the database or the regulation service. Nothing was changed. Wait for the number of seconds in Retry-After, then repeat the request.',
  },
  outcome_unknown: {
    status: 503,
    message:
      'The answer was lost. It is unknown whether the request was carried out. If it had an Idempotency-Key, repeat it with the same key. Otherwise, check first whether it was carried out.',
    retryable: true,
    description:
      'The gateway forwarded the request to the regulation service or the database. Then the connection broke, or no answer came in time. A repeat with the same Idempotency-Key is safe, and a repeated cancel is safe too. If the request was to create a token or a data plane, it is unknown whether it exists, and its secret is lost. List the tokens or data planes: if the new one is there, revoke it. Then create another one with a new name.',
  },
  test_run_timeout: {
    status: 504,
    message: 'No test runner answered in time.',
    retryable: true,
    description:
      'It is unknown whether the run started and whether the destination got the event. It got the event at most once. If the run has not started by now, it never starts. Check that a test-runner is running, then send the test again.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERROR_TABLE;

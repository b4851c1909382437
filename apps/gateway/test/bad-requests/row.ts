/** A request that must be refused, with the expected error. */
export interface BadRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /**
   * Headers in addition to an admin's `Authorization` and `Content-Type: application/json`. The
   * value '' removes a header.
   */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Owner of the token; `nobody` for a request without a token; default: the admin. */
  readonly as?: 'admin' | 'editor' | 'viewer' | 'nobody';
  readonly status: number;
  readonly code: string;
  /** A path that `details` must contain. */
  readonly detailPath?: string;
  /** Whether the gateway refuses the request, or the regulation service. */
  readonly knownBy: 'gateway' | 'service';
}

export type Expectation = Pick<BadRequest, 'status' | 'code'> & Partial<BadRequest>;

export const REGULATIONS = '/v2/regulations';
export const INVALID = { status: 400, code: 'invalid_request' } as const;
export const UNREADABLE = { status: 400, code: 'invalid_json' } as const;
export const NOT_FOUND = { status: 404, code: 'not_found' } as const;
export const WRONG_TYPE = { status: 415, code: 'unsupported_media_type' } as const;

export const USERS = '"users":[{"userId":"u1"}]';
export const SUPPRESS = '"regulationType":"suppress"';
export const DELETE = '"regulationType":"suppress_with_delete"';
/** Body of a valid transformation or library. */
export const FINE_MODULE = '{"name":"n","code":""}';
export const FINE = `{${SUPPRESS},${USERS}}`;

export function post(name: string, body: string | Buffer, expected: Expectation): BadRequest {
  return { name, method: 'POST', path: REGULATIONS, body, knownBy: 'gateway', ...expected };
}

export function invalid(name: string, body: string, detailPath: string): BadRequest {
  return post(name, body, { ...INVALID, detailPath });
}

/** Returns a row with one user. The members of the user are JSON text. */
export function user(name: string, members: string, detailPath: string): BadRequest {
  return invalid(name, `{${SUPPRESS},"users":[{${members}}]}`, detailPath);
}

export function get(name: string, path: string, expected: Expectation): BadRequest {
  return { name, method: 'GET', path, knownBy: 'gateway', ...expected };
}

export function list(name: string, query: string, detailPath: string): BadRequest {
  return get(name, `${REGULATIONS}?${query}`, { ...INVALID, detailPath });
}

export function quoted(length: number): string {
  return `"${'x'.repeat(length)}"`;
}

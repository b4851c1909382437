/**
 * Expected requests to a vendor, from its API documentation. They list only the members that the
 * tests check.
 */
export interface Vendor {
  readonly type: string;
  /** Documentation of the API, or of the library if the endpoint exists only for the library. */
  readonly docs: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly identify: ExpectedRequest;
  readonly track: ExpectedRequest;
}

export interface ExpectedRequest {
  /** Method and URL. */
  readonly to: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Members of a JSON body. */
  readonly json?: object;
  /** Elements of a JSON array. */
  readonly list?: readonly object[];
  /** Members of a form. Texts with a JSON object are parsed. */
  readonly form?: Readonly<Record<string, unknown>>;
}

/** Time of the events. Some vendors refuse events that are older than a few months. */
export const AT = new Date(Math.floor(Date.now() / 1000) * 1000 - 3_600_000);
export const ISO = AT.toISOString();
export const SECONDS = AT.getTime() / 1000;

export const IDENTIFY = {
  type: 'identify',
  userId: 'user-1',
  anonymousId: 'anon-1',
  messageId: 'msg-1',
  timestamp: ISO,
  traits: { email: 'jane@example.com', firstName: 'Jane', lastName: 'Doe', plan: 'pro' },
};

export const TRACK = {
  type: 'track',
  event: 'Plan Upgraded',
  userId: 'user-1',
  anonymousId: 'anon-1',
  messageId: 'msg-2',
  timestamp: ISO,
  properties: { plan: 'pro', seats: 3 },
  context: { traits: { email: 'jane@example.com' } },
};

export function basic(user: string, password = ''): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

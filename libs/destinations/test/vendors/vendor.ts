/** What a vendor's API documentation asks for, as far as a destination is held to it. */
export interface Vendor {
  readonly type: string;
  /** Where the API is described; for an endpoint made for this library, the library's page. */
  readonly docs: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly identify: ExpectedRequest;
  readonly track: ExpectedRequest;
}

export interface ExpectedRequest {
  /** Method and URL. */
  readonly to: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Members that a JSON body has. */
  readonly json?: object;
  /** Elements that a JSON body which is an array has. */
  readonly list?: readonly object[];
  /** Members of a form, with JSON in them parsed. */
  readonly form?: Readonly<Record<string, unknown>>;
}

/** Recent, since some vendors take nothing that is older than a few months. */
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

/** Credentials of HTTP's Basic scheme. */
export function basic(user: string, password = ''): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

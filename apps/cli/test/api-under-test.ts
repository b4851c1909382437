import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly token: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: { readonly users?: readonly { readonly userId: string }[] };
}

/** A response, or undefined to close the connection. */
export type Answer =
  | {
      readonly status: number;
      readonly body?: unknown;
      /** Body of a response that is not JSON. */
      readonly text?: string;
      /** Whether the connection ends before the body is complete. */
      readonly isCut?: boolean;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | undefined;

export const TOKEN = 'lth_cli_0123456789abcdefghijkl';
const ME = {
  workspace: { id: 'ws', name: 'Workspace' },
  token: { name: 'cli', email: 'cli@example.com' },
  scopes: [],
};

/**
 * A server that returns the responses of the test. It replaces the real API, because a test cannot
 * make the real API fail at a chosen request. `GET /v2/me` always works.
 */
export class ApiUnderTest {
  readonly received: Received[] = [];
  /**
   * Responses in sequence, without the responses of `GET /v2/me`. The last response is repeated.
   */
  answers: ((request: Received) => Answer)[] = [() => ({ status: 201, body: 'Created' })];
  private readonly server = createServer(
    (request, response) => void this.answer(request, response),
  );

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get environment() {
    return { LETHE_URL: this.url, LETHE_TOKEN: TOKEN };
  }

  /** Users of all received requests, oldest first. */
  get users(): string[] {
    return this.received.flatMap(({ body }) => (body.users ?? []).map(({ userId }) => userId));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += String(part);
    if (request.url === '/v2/me') {
      response.end(JSON.stringify(ME));
      return;
    }
    const isJson = request.headers['content-type'] === 'application/json';
    const received: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      key: request.headers['idempotency-key'] as string | undefined,
      token: request.headers.authorization,
      headers: request.headers,
      text,
      body: (isJson && text !== '' ? JSON.parse(text) : {}) as Received['body'],
    };
    this.received.push(received);
    const next = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    const answer = next?.(received);
    if (answer === undefined) {
      request.socket.destroy();
      return;
    }
    const content = answer.text ?? JSON.stringify(answer.body ?? {});
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      ...(answer.isCut && { 'content-length': Buffer.byteLength(content) + 1 }),
      ...answer.headers,
    });
    if (answer.isCut) response.write(content, () => request.socket.end());
    else response.end(content);
  }
}

/** Returns an error response in the format of Lethe. */
export function refusal(
  status: number,
  code: string,
  details?: Readonly<Record<string, string>>,
  headers?: Readonly<Record<string, string>>,
): Answer {
  const body = { code, message: `because of ${code}`, details, requestId: 'r-1' };
  return { status, body, ...(headers === undefined ? {} : { headers }) };
}

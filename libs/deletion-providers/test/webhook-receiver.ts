import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Exact body of the request. */
  readonly body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly calls: ReceivedCall[];
  /** Sets the function that answers all later calls. */
  answerWith(answer: (call: ReceivedCall, response: ServerResponse) => void): void;
  close(): Promise<void>;
}

/** Starts a receiver on the loopback address. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const calls: ReceivedCall[] = [];
  let answer = (_: ReceivedCall, response: ServerResponse): void => {
    response.end();
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url: path = '', headers } = request;
      const call = { method, path, headers, body };
      calls.push(call);
      answer(call, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    calls,
    answerWith: (given) => {
      answer = given;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

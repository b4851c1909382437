import { createEgress, type Egress } from '@lethe/egress';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { VendorRequest } from './vendor-apis.js';

export interface VendorAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of the answer. It is empty by default. */
  readonly body?: string;
}

/** A server that replaces all vendors, and a client that sends every request to the server. */
export interface RecordingServer {
  readonly egress: Egress;
  readonly requests: VendorRequest[];
  /** Sets the answer to further requests. `undefined` closes the connection without an answer. */
  answerWith(answer: (request: VendorRequest) => VendorAnswer | undefined): void;
  close(): Promise<void>;
}

const ORIGIN = 'x-recorded-origin';

export async function startRecordingServer(): Promise<RecordingServer> {
  const requests: VendorRequest[] = [];
  let answer: (request: VendorRequest) => VendorAnswer | undefined = () => ({ status: 200 });
  /** Returns status 400 for a malformed request, for which `answer` throws. */
  const answered = (request: VendorRequest): VendorAnswer | undefined => {
    try {
      return answer(request);
    } catch {
      return { status: 400 };
    }
  };
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      const { [ORIGIN]: origin, ...headers } = incoming.headers as Record<string, string>;
      const request: VendorRequest = {
        url: new URL(`${origin ?? ''}${incoming.url ?? ''}`),
        method: incoming.method ?? '',
        headers,
        body,
      };
      requests.push(request);
      const given = answered(request);
      if (given === undefined) outgoing.destroy();
      else outgoing.writeHead(given.status, given.headers).end(given.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const guarded = createEgress({ allow: ['127.0.0.1'] });
  return {
    requests,
    egress: {
      send: (request, options) => {
        const url = new URL(request.url);
        return guarded.send(
          {
            ...request,
            url: `${baseUrl}${url.pathname}${url.search}`,
            headers: { ...request.headers, [ORIGIN]: url.origin },
          },
          options,
        );
      },
      close: () => guarded.close(),
    },
    answerWith: (given) => {
      answer = given;
    },
    async close() {
      await guarded.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

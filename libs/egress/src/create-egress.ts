import { setMaxListeners } from 'node:events';
import { Agent } from 'undici';
import { checkRequest } from './check-request.js';
import { describeNetworkError } from './describe-network-error.js';
import type { Egress, IncomingAnswer, OutgoingRequest, SendOptions } from './egress.js';
import { parseEgressAllow } from './egress-allow.js';
import { EgressFailedError, EgressRefusedError } from './egress-errors.js';
import { guardedConnector, type GuardOptions } from './guarded-connector.js';
import { readBody } from './read-body.js';

/** Maximum time that a receiver can keep an idle connection open with `Keep-Alive: timeout=…`. */
const KEEP_ALIVE_MAX_MS = 30_000;
const STOPPED = 'The request was stopped before the answer was complete';

/**
 * Returns an HTTP client that connects only to public addresses and to exceptions. It keeps
 * connections open and reuses them. The exceptions never change, so a reused connection needs no
 * second check.
 *
 * @throws Error with the entry of `allow` that is not an address, a CIDR or a host name
 */
export function createEgress({ allow = [], lookup }: GuardOptions = {}): Egress {
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // each socket adds a listener
  const agent = new Agent({
    connect: guardedConnector(parseEgressAllow(allow), closing.signal, lookup),
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    // The timeouts of undici are off, because `send` has one deadline for the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    send: (request, options) => send(agent, request, options),
    close: async () => {
      const closed = agent.destroy();
      // Without this abort, `closed` would wait until running connection attempts end.
      closing.abort();
      await closed;
    },
  };
}

async function send(
  agent: Agent,
  request: OutgoingRequest,
  { timeoutMs, maxAnswerBytes, signal }: SendOptions,
): Promise<IncomingAnswer> {
  const { url, method, headers } = checkRequest(request);
  if (signal?.aborted === true) throw new EgressFailedError(STOPPED);
  const ending = new AbortController();
  let ended: EgressFailedError | undefined;
  let stopWaiting: (error: EgressFailedError) => void;
  // undici reads its signal only after it has connected. `end` also rejects before the connection
  // exists.
  const end = new Promise<never>((_, reject) => {
    stopWaiting = reject;
  });
  const endWith = (why: string) => {
    ended ??= new EgressFailedError(why);
    ending.abort(ended);
    stopWaiting(ended);
  };
  const stop = () => {
    endWith(STOPPED);
  };
  const timer = setTimeout(endWith, timeoutMs, `No answer within ${timeoutMs / 1000} s`);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const sent = agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers,
      body: request.body ?? null,
      signal: ending.signal,
    });
    const answer = await Promise.race([sent, end]);
    const incoming = joinValues(answer.headers);
    // If the body is not read to its end, the connection is closed and undici emits an error. This
    // listener ignores the error.
    answer.body.on('error', () => undefined);
    try {
      const { bytes, truncated } = await readBody(
        answer.body,
        incoming['content-encoding'],
        maxAnswerBytes,
      );
      return {
        url: url.href,
        status: answer.statusCode,
        headers: incoming,
        body: bytes,
        truncated,
      };
    } finally {
      answer.body.destroy();
    }
  } catch (error) {
    if (error instanceof EgressRefusedError) throw error;
    if (ended !== undefined) throw ended;
    throw new EgressFailedError(describeNetworkError(error), { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

function joinValues(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
    ),
  );
}

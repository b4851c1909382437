import { setMaxListeners } from 'node:events';
import { Agent } from 'undici';
import { checkRequest } from './check-request.js';
import { describeNetworkError } from './describe-network-error.js';
import type { Egress, IncomingAnswer, OutgoingRequest, SendOptions } from './egress.js';
import { parseEgressAllow } from './egress-allow.js';
import { EgressFailedError, EgressRefusedError } from './egress-errors.js';
import { guardedConnector, type GuardOptions } from './guarded-connector.js';
import { readBody } from './read-body.js';

/** What a receiver may ask for with `Keep-Alive: timeout=…`; connections are the receiver's to hold. */
const KEEP_ALIVE_MAX_MS = 30_000;
const STOPPED = 'The request was stopped before the answer was complete';

/**
 * One pooled HTTP client behind one guard. A connection is made only to an address that passed the
 * check, and the exceptions never change, so a connection that is used again needs no second check.
 *
 * @throws Error naming the entry of `allow` that is neither address, CIDR nor host name
 */
export function createEgress({ allow = [], lookup }: GuardOptions = {}): Egress {
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // one a socket
  const agent = new Agent({
    connect: guardedConnector(parseEgressAllow(allow), closing.signal, lookup),
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    // No timeouts of undici's: `send` has one deadline for everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    send: (request, options) => send(agent, request, options),
    close: async () => {
      const closed = agent.destroy();
      // Otherwise `closed` would wait for connections that are still being made.
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
  // undici looks at its signal only once it is connected, so the wait has an end of its own.
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
    // Leaving early drops the connection, and undici says so with an error that nobody waits for.
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

import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LetheError } from '@lethe/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Exchange = readonly [request: Pick<FastifyRequest, 'raw'>, reply: Pick<FastifyReply, 'raw'>];

const listeners = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls the listener once, when the answer was sent or the connection is closed. A reply that waits
 * for an earlier reply on the same connection gets no event when the connection closes. So this
 * function listens to the connection, with one listener for all requests on it.
 */
export function onceOver([request, reply]: Exchange, listener: () => void): void {
  if (isOver(request, reply)) {
    listener();
    return;
  }
  const waiting = listenersOf(request.raw.socket);
  const callOnce = (): void => {
    if (waiting.delete(callOnce)) listener();
  };
  waiting.add(callOnce);
  reply.raw.once('close', callOnce);
}

/** Returns whether the answer was sent or the connection is closed. */
export function isOver(...[request, reply]: Exchange): boolean {
  return reply.raw.closed || request.raw.socket.destroyed;
}

/**
 * Returns a signal that aborts with `request_timeout` when the caller disconnects or is answered.
 *
 * @param deadline time in ms since 1970 at which the signal aborts with `unavailable`
 */
export function endSignal(
  ...[request, reply, deadline]: [...exchange: Exchange, deadline?: number]
): AbortSignal {
  const end = new AbortController();
  const onDeadline = () => {
    end.abort(new LetheError('unavailable'));
  };
  const timer =
    deadline === undefined ? undefined : setTimeout(onDeadline, deadline - Date.now()).unref();
  onceOver([request, reply], () => {
    clearTimeout(timer);
    end.abort(new LetheError('request_timeout'));
  });
  return end.signal;
}

/**
 * Waits for this time. @throws LetheError the reason of the signal, if it aborts during the wait
 */
export async function waitUnlessOver(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {
    throw signal.reason as LetheError;
  });
}

function listenersOf(socket: Socket): Set<() => void> {
  const known = listeners.get(socket);
  if (known !== undefined) return known;
  const created = new Set<() => void>();
  listeners.set(socket, created);
  socket.once('close', () => {
    for (const call of [...created]) call();
  });
  return created;
}

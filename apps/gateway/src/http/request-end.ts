import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LetheError } from '@lethe/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a request and its answer say of it. */
type Exchange = readonly [request: Pick<FastifyRequest, 'raw'>, reply: Pick<FastifyReply, 'raw'>];

const listeners = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once the answer has been read, or the connection is gone. An answer that waits behind another one on its
 * connection is never told that the connection is gone, so we ask the connection; with one listener for
 * all requests on it.
 */
export function onceOver([request, reply]: Exchange, listener: () => void): void {
  const { socket } = request.raw;
  if (reply.raw.closed || socket.destroyed) {
    listener();
    return;
  }
  const waiting = listenersOf(socket);
  const over = (): void => {
    if (waiting.delete(over)) listener();
  };
  waiting.add(over);
  reply.raw.once('close', over);
}

/**
 * Aborts when the caller has left or was answered: nobody needs to wait any more. The reason is `request_timeout`.
 *
 * @param deadline in ms since 1970; then it aborts with `unavailable`
 */
export function endSignal(
  ...[request, reply, deadline]: [...exchange: Exchange, deadline?: number]
): AbortSignal {
  const over = new AbortController();
  const late = () => {
    over.abort(new LetheError('unavailable'));
  };
  const timer =
    deadline === undefined ? undefined : setTimeout(late, deadline - Date.now()).unref();
  onceOver([request, reply], () => {
    clearTimeout(timer);
    over.abort(new LetheError('request_timeout'));
  });
  return over.signal;
}

/** @throws LetheError of the signal */
export async function waitUnlessOver(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {
    throw signal.reason as LetheError;
  });
}

function listenersOf(socket: Socket): Set<() => void> {
  const known = listeners.get(socket);
  if (known !== undefined) return known;
  const made = new Set<() => void>();
  listeners.set(socket, made);
  socket.once('close', () => {
    for (const over of [...made]) over();
  });
  return made;
}

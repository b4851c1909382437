import type { FairSlots } from '@lethe/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { endSignal, isOver } from '../http/request-end.js';

/**
 * Waits for a slot. Creates a signal only if the request must wait.
 *
 * @param deadline time in ms since 1970 at which the wait ends with `unavailable`
 * @throws LetheError `request_timeout` if the client disconnects first; `unavailable`
 */
export function enterSlot(
  slots: FairSlots,
  owner: string,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  deadline?: number,
): Promise<void> {
  const begins = slots.isFreeFor(owner) && !isOver(request, reply);
  return slots.enter(owner, begins ? undefined : endSignal(request, reply, deadline));
}

import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What is asked of a request and its answer by those who wait for the end of either. */
export function fakeExchange(workspaceId: string, bodyBytes = 0): [FastifyRequest, FastifyReply] {
  const socket = Object.assign(new EventEmitter(), { destroyed: false });
  return [
    { raw: { socket }, identity: { workspaceId }, bodyBytes } as unknown as FastifyRequest,
    { raw: Object.assign(new EventEmitter(), { closed: false }) } as unknown as FastifyReply,
  ];
}

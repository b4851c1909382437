import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Returns a fake request and reply, for code that waits for the end of a request. */
export function fakeExchange(workspaceId: string, bodyBytes = 0): [FastifyRequest, FastifyReply] {
  const socket = Object.assign(new EventEmitter(), { destroyed: false });
  return [
    { raw: { socket }, identity: { workspaceId }, bodyBytes } as unknown as FastifyRequest,
    { raw: Object.assign(new EventEmitter(), { closed: false }) } as unknown as FastifyReply,
  ];
}

import type { Route } from '@lethe/api/definition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendCompressed } from '../http/answer/compress.js';
import { answeredUnchanged, weak } from '../http/answer/entity-tag.js';

/** Returns whether the handler sends the answer. If false, Nest sends the result of the handler. */
export function sendsItself({ answer }: Route): boolean {
  return answer.isCompressed === true || answer.sends !== undefined;
}

/**
 * Sets the status of an empty answer, and sends the answers of routes with `isCompressed`.
 *
 * @param body body of the answer; `undefined` for an answer without a body
 * @returns the body that Nest sends, or a promise of it; `undefined` if the answer is already sent
 * or has no body
 */
export function finishAnswer(
  route: Route,
  body: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  if (body === undefined && route.answer.mayBeNothing !== undefined) void reply.code(204);
  return route.answer.isCompressed === true ? send(route, body, request, reply) : body;
}

async function send(
  { answer }: Route,
  body: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<undefined> {
  if (body === undefined) void reply.send();
  else if (answer.tag === undefined || !answeredUnchanged(request, reply, weak(answer.tag(body)))) {
    void reply.type('application/json; charset=utf-8');
    await sendCompressed(request, reply, JSON.stringify(body));
  }
}

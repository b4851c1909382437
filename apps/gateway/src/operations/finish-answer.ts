import type { Route } from '@lethe/api/definition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SLICE } from '../admission/large-answers.js';
import { sendCompressed } from '../http/answer/compress.js';
import { answeredUnchanged, weak } from '../http/answer/entity-tag.js';
import { endOfTurn } from './end-of-turn.js';

/** Returns whether the answer is a stream. Nest sends it, and ends it if the caller disconnects. */
export function isStreamed({ answer }: Route): boolean {
  return answer.stream !== undefined;
}

/**
 * Sends the answer, and sets the status of an empty answer. Does not send a stream, or the answer
 * of a handler that sends it itself. Answers that can be large are sent at once: one turn of the
 * event loop must not serialize several of them.
 *
 * @param body body of the answer; `undefined` for an answer without a body
 * @returns the stream that Nest sends; a promise if the answer is sent later
 */
export function finishAnswer(
  route: Route,
  body: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  const { mayBeNothing, isCompressed, isLarge, sends } = route.answer;
  if (isStreamed(route)) return body;
  if (body === undefined && mayBeNothing !== undefined) void reply.code(204);
  if (isCompressed === true) return sendCompressedJson(route, body, request, reply);
  if (sends !== undefined) return undefined;
  const send = () => {
    void reply.send(body);
  };
  if (isLarge !== true && request.bodyBytes <= SLICE) return endOfTurn().then(send);
  send();
  return undefined;
}

async function sendCompressedJson(
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

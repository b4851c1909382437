import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SLICE, type LargeAnswers } from './large-answers.js';
import type { UnreadAnswers } from './unread-answers.js';

/** Parts that watch answers until the client has read them. */
export interface AnswerWatchers {
  readonly expected: Pick<LargeAnswers, 'settle'>;
  readonly unread: Pick<UnreadAnswers, 'enter' | 'stop'>;
}

/**
 * Sends large answers in slices, and watches how fast clients read them. Call it after all hooks
 * that change answers are added.
 */
export function sliceAnswers(instance: FastifyInstance, answers: AnswerWatchers): void {
  instance.addHook('onRoute', (route) => {
    const others = [route.onSend ?? []].flat();
    route.onSend = [
      ...others,
      (request, reply, payload, done) => {
        done(null, watched(request, reply, payload, answers));
      },
    ];
  });
  instance.addHook('onClose', (_instance, done) => {
    answers.unread.stop();
    done();
  });
}

function watched(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  answers: AnswerWatchers,
): unknown {
  answers.expected.settle(reply.raw);
  if (payload instanceof Readable) {
    answers.unread.enter(request, reply, 0);
    return payload;
  }
  const isText = typeof payload === 'string';
  if ((!isText && !Buffer.isBuffer(payload)) || payload.length <= SLICE) return payload;
  const bytes = isText ? Buffer.from(payload) : payload;
  answers.unread.enter(request, reply, bytes.length);
  if (request.method === 'HEAD') return payload;
  void reply.header('content-length', bytes.length);
  return Readable.from(slicesOf(bytes), { objectMode: false });
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

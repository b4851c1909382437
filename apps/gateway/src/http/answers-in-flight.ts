import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../gateway.config.js';
import { onceOver } from './request-end.js';

/** Bytes that are handed to a connection at once: how far it is can be seen between them. */
const SLICE = 64 * 1024;

export type AnswerSettings = Pick<
  GatewaySettings,
  'LETHE_MAX_UNREAD_BYTES' | 'LETHE_ANSWER_GRACE' | 'LETHE_ANSWER_MIN_RATE'
>;

interface Answer {
  readonly owner: string | undefined;
  readonly bytes: number;
  /** Bytes that its connection had taken when it was first seen to hold this answer. */
  takenBefore: number | undefined;
  /** Rounds of the clock in which the caller had something to read. */
  rounds: number;
}

/**
 * Large answers that are being read. What one workspace has not read yet is bounded, and a caller who reads too slowly
 * loses the connection.
 */
export class AnswersInFlight {
  private readonly answers = new Map<ServerResponse, Answer>();
  private readonly unread = new Map<string, number>();
  private readonly clock: NodeJS.Timeout;

  /** @param onSlow called for each answer that is ended as it is read too slowly */
  constructor(
    private readonly config: AnswerSettings,
    private readonly onSlow: () => void,
  ) {
    this.clock = setInterval(() => {
      this.endSlow();
    }, 1_000).unref();
  }

  /** Whether the owner may ask for more, or has to read first. */
  hasRoom(owner: string): boolean {
    return (this.unread.get(owner) ?? 0) < this.config.LETHE_MAX_UNREAD_BYTES;
  }

  /** @param bytes that are in memory until they are read; 0 where they are made as they are read */
  enter(request: FastifyRequest, reply: FastifyReply, bytes: number): void {
    const { raw } = reply;
    const owner = request.identity?.workspaceId;
    if (this.answers.has(raw)) return;
    this.answers.set(raw, { owner, bytes, takenBefore: undefined, rounds: 0 });
    if (owner !== undefined) this.unread.set(owner, (this.unread.get(owner) ?? 0) + bytes);
    onceOver([request, reply], () => {
      this.leave(raw);
    });
  }

  stop(): void {
    clearInterval(this.clock);
  }

  private leave(raw: ServerResponse): void {
    const answer = this.answers.get(raw);
    this.answers.delete(raw);
    if (answer?.owner === undefined) return;
    const left = (this.unread.get(answer.owner) ?? 0) - answer.bytes;
    if (left > 0) this.unread.set(answer.owner, left);
    else this.unread.delete(answer.owner);
  }

  /** Counts its own rounds, not the time: while we stand still ourselves, nothing can be sent. */
  private endSlow(): void {
    const { LETHE_ANSWER_GRACE: graceSeconds, LETHE_ANSWER_MIN_RATE: bytesPerSecond } = this.config;
    for (const [raw, answer] of this.answers) {
      const { socket } = raw; // null while an answer before it is being read
      if (socket === null || socket.writableLength === 0) continue;
      const taken = socket.bytesWritten - socket.writableLength;
      answer.takenBefore ??= taken;
      const seconds = answer.rounds;
      answer.rounds += 1;
      if (seconds < graceSeconds || taken - answer.takenBefore >= seconds * bytesPerSecond)
        continue;
      this.onSlow();
      socket.destroy();
    }
  }
}

/** Sends large answers in slices, and watches them being read. To be called after whatever else changes answers. */
export function watchAnswers(instance: FastifyInstance, answers: AnswersInFlight): void {
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
    answers.stop();
    done();
  });
}

function watched(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  answers: AnswersInFlight,
): unknown {
  if (payload instanceof Readable) {
    answers.enter(request, reply, 0);
    return payload;
  }
  const isText = typeof payload === 'string';
  if ((!isText && !Buffer.isBuffer(payload)) || payload.length <= SLICE) return payload;
  const bytes = isText ? Buffer.from(payload) : payload;
  answers.enter(request, reply, bytes.length);
  if (request.method === 'HEAD') return payload;
  void reply.header('content-length', bytes.length);
  return Readable.from(slicesOf(bytes), { objectMode: false });
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

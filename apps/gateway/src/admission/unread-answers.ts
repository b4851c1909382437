import type { ServerResponse } from 'node:http';
import { LetheError } from '@lethe/contracts';
import { Tally } from '@lethe/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../config/gateway.config.js';
import type { HttpMetrics } from '../http/http-metrics.js';
import { onceOver } from '../http/request-end.js';

const UNREAD =
  'Too much of what this workspace has asked for waits to be read. Read the answers first.';

export type UnreadSettings = Pick<
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

/** Large answers until they have been read. What one workspace has not read yet is bounded, and a caller who reads too slowly loses the connection. */
export class UnreadAnswers {
  private readonly answers = new Map<ServerResponse, Answer>();
  private readonly unread = new Tally<string>();
  private readonly clock: NodeJS.Timeout;

  /** @param http counts who is refused, and each answer that is ended as it is read too slowly */
  constructor(
    private readonly config: UnreadSettings,
    private readonly http: Pick<HttpMetrics, 'refuse'>,
  ) {
    this.clock = setInterval(() => {
      this.endSlow();
    }, 1_000).unref();
  }

  /** @returns why the owner may ask for nothing more before it has read something; undefined when it may */
  refusal(owner: string): LetheError | undefined {
    if (this.unread.of(owner) < this.config.LETHE_MAX_UNREAD_BYTES) return undefined;
    this.http.refuse('unread_answers');
    return new LetheError('too_many_requests', { message: UNREAD });
  }

  /** @param bytes that are in memory until they are read; 0 where they are made as they are read */
  enter(request: FastifyRequest, reply: FastifyReply, bytes: number): void {
    const { raw } = reply;
    const owner = request.identity?.workspaceId;
    if (this.answers.has(raw)) return;
    this.answers.set(raw, { owner, bytes, takenBefore: undefined, rounds: 0 });
    if (owner !== undefined) this.count(owner, bytes);
    onceOver([request, reply], () => {
      this.leave(raw);
    });
  }

  stop(): void {
    clearInterval(this.clock);
  }

  /** Adds to what an owner has not read. */
  count(owner: string, bytes: number): void {
    this.unread.add(owner, bytes);
  }

  private leave(raw: ServerResponse): void {
    const answer = this.answers.get(raw);
    this.answers.delete(raw);
    if (answer?.owner !== undefined) this.count(answer.owner, -answer.bytes);
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
      this.http.refuse('slow_reader');
      socket.destroy();
    }
  }
}

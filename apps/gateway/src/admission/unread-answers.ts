import type { ServerResponse } from 'node:http';
import { LetheError } from '@lethe/contracts';
import { Tally } from '@lethe/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../config/gateway.config.js';
import type { HttpMetrics } from '../http/http-metrics.js';
import { onceOver } from '../http/request-end.js';

const UNREAD =
  'The clients of this workspace have not yet read their earlier answers. Read these answers, then repeat the request.';

export type UnreadSettings = Pick<
  GatewaySettings,
  'LETHE_MAX_UNREAD_BYTES' | 'LETHE_ANSWER_GRACE' | 'LETHE_ANSWER_MIN_RATE'
>;

interface Answer {
  readonly owner: string | undefined;
  readonly bytes: number;
  /** Bytes that the client had read from the connection when this answer was first checked. */
  takenBefore: number | undefined;
  /** Ticks of the clock during which unread bytes of the answer waited for the client. */
  rounds: number;
}

/**
 * Tracks large answers until the client has read them. It limits the unread bytes of each
 * workspace, and closes the connection of a client that reads too slowly.
 */
export class UnreadAnswers {
  private readonly answers = new Map<ServerResponse, Answer>();
  private readonly unread = new Tally<string>();
  private readonly clock: NodeJS.Timeout;

  /** @param http counts refusals and answers that were read too slowly */
  constructor(
    private readonly config: UnreadSettings,
    private readonly http: Pick<HttpMetrics, 'refuse'>,
  ) {
    this.clock = setInterval(() => {
      this.endSlow();
    }, 1_000).unref();
  }

  /** @returns the refusal while the owner has too many unread bytes */
  refusal(owner: string): LetheError | undefined {
    if (this.unread.of(owner) < this.config.LETHE_MAX_UNREAD_BYTES) return undefined;
    this.http.refuse('unread_answers');
    return new LetheError('too_many_requests', { message: UNREAD });
  }

  /** @param bytes bytes that stay in memory until they are read; 0 for a streamed answer */
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

  /** Adds to the unread bytes of an owner. */
  count(owner: string, bytes: number): void {
    this.unread.add(owner, bytes);
  }

  private leave(raw: ServerResponse): void {
    const answer = this.answers.get(raw);
    this.answers.delete(raw);
    if (answer?.owner !== undefined) this.count(answer.owner, -answer.bytes);
  }

  /**
   * Counts ticks and not time. While this process is blocked, no bytes are sent, and no ticks are
   * counted.
   */
  private endSlow(): void {
    const { LETHE_ANSWER_GRACE: graceSeconds, LETHE_ANSWER_MIN_RATE: bytesPerSecond } = this.config;
    for (const [raw, answer] of this.answers) {
      const { socket } = raw; // null while an earlier answer of the connection is being sent
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

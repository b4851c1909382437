import type { DialOptions, GuardedDialer } from '@lethe/egress';
import type { Socket } from 'node:net';
import type { ServerAddress } from '../shared/read-config.js';
import { RespError, RespReplies, type RespReply } from './resp-replies.js';

export type RespCommand = readonly string[];

/** Milliseconds for one pipeline, from its first byte until its last answer is received. */
const ANSWER_MS = 10_000;

interface PendingPipeline {
  readonly replies: RespReply[];
  readonly count: number;
  readonly resolve: (replies: readonly RespReply[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A connection to one Redis server. It sends one pipeline at a time. Lethe uses no client library
 * for Redis, for two reasons. Libraries allocate as many elements as an answer announces, so that a
 * hostile server can crash the process with ten short lines. Libraries also connect to the other
 * nodes of a cluster without Lethe's dialer.
 */
export class RespConnection {
  private readonly replies = new RespReplies();
  private pending: PendingPipeline | undefined;
  private failure: Error | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.take(chunk);
    });
    socket.on('error', (error) => {
      this.fail(error);
    });
    socket.on('close', () => {
      this.fail(connectionReset());
    });
  }

  /** @throws EgressRefusedError if Lethe is not allowed to call the address; network errors */
  static async open(
    dialer: GuardedDialer,
    { host, port }: ServerAddress,
    options: DialOptions,
  ): Promise<RespConnection> {
    return new RespConnection(await dialer.connect(host, port, options));
  }

  /**
   * Sends all commands at once and returns the answers in the sequence of the commands.
   *
   * @throws RespError for an invalid answer; connection errors
   */
  async pipeline(commands: readonly RespCommand[]): Promise<readonly RespReply[]> {
    const timer = setTimeout(() => {
      this.fail(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
    }, ANSWER_MS);
    try {
      return await new Promise<readonly RespReply[]>((resolve, reject) => {
        if (this.failure !== undefined) {
          reject(this.failure);
          return;
        }
        this.pending = { replies: [], count: commands.length, resolve, reject };
        this.socket.write(commands.map(toWire).join(''));
      });
    } finally {
      clearTimeout(timer);
      this.pending = undefined;
    }
  }

  close(): void {
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    try {
      const { pending } = this;
      const replies = this.replies.read(chunk);
      if (pending === undefined) throw new RespError('an answer without a request');
      pending.replies.push(...replies);
      if (pending.replies.length > pending.count) throw new RespError('too many answers');
      if (pending.replies.length === pending.count) pending.resolve(pending.replies);
    } catch (error) {
      this.fail(error as Error);
    }
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.pending?.reject(this.failure);
    this.socket.destroy();
  }
}

function connectionReset(): Error {
  return Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' });
}

function toWire(command: RespCommand): string {
  const parts = command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`);
  return `*${command.length}\r\n${parts.join('')}`;
}

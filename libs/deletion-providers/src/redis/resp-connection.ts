import type { DialOptions, GuardedDialer } from '@lethe/egress';
import type { Socket } from 'node:net';
import type { Place } from '../shared/read-config.js';
import { RespError, RespReplies, type RespReply } from './resp-replies.js';

export type RespCommand = readonly string[];

/** Milliseconds from a pipeline's first byte to its last answer. */
const ANSWER_MS = 10_000;

interface Waiting {
  readonly replies: RespReply[];
  readonly count: number;
  readonly resolve: (replies: readonly RespReply[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A connection to one Redis server, for pipelines one after another. No client library: those make room
 * for as many elements as an answer announces, so that a hostile server ends the process with ten short
 * lines; and they dial what a cluster names by themselves.
 */
export class RespConnection {
  private readonly replies = new RespReplies();
  private waiting: Waiting | undefined;
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

  /** @throws EgressRefusedError, or the error of Node, when it cannot be connected to */
  static async open(
    dialer: GuardedDialer,
    { host, port }: Place,
    options: DialOptions,
  ): Promise<RespConnection> {
    return new RespConnection(await dialer.connect(host, port, options));
  }

  /**
   * Sends commands at once and waits for all answers, which come in their order.
   * @throws RespError for an answer that is none; the error of the connection, or of its end
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
        this.waiting = { replies: [], count: commands.length, resolve, reject };
        this.socket.write(commands.map(toWire).join(''));
      });
    } finally {
      clearTimeout(timer);
      this.waiting = undefined;
    }
  }

  close(): void {
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    try {
      const { waiting } = this;
      const replies = this.replies.read(chunk);
      if (waiting === undefined) throw new RespError('an answer that nobody asked for');
      waiting.replies.push(...replies);
      if (waiting.replies.length > waiting.count) throw new RespError('too many answers');
      if (waiting.replies.length === waiting.count) waiting.resolve(waiting.replies);
    } catch (error) {
      this.fail(error as Error);
    }
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.waiting?.reject(this.failure);
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

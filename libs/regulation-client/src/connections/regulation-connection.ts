import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { LetheError, REGULATION_GOODBYE } from '@lethe/contracts';
import { ClientTCP, type WritePacket } from '@nestjs/microservices';
import { AnswerLostError } from '../answer-lost-error.js';
import { SteppingSocket } from './stepping-socket.js';

/**
 * Without this a small command waits for the acknowledgement of the one before it (Nagle). Bundling
 * the commands of one turn of the event loop into one write was tried: it saved no CPU time.
 */
class PromptSocket extends SteppingSocket {
  constructor(socket: Socket) {
    super(socket);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 10_000);
  }
}

export interface ConnectionListener {
  /** The connection can take no more requests: it closed, stopped answering, or was asked to end. */
  onUnusable(connection: RegulationConnection, why?: 'goodbye'): void;
}

/**
 * One TCP connection of Nest's transport, used once: when it is closed it stays closed. It does not
 * use `ClientProxy.send`, which reconnects by itself and does not tell whether a request left.
 */
export class RegulationConnection extends ClientTCP {
  private pending = 0;
  private failure: Error | undefined;
  private retired = false;

  constructor(
    readonly address: {
      readonly host: string;
      readonly port: number;
      readonly tlsOptions?: ConnectionOptions;
    },
    private readonly listener: ConnectionListener,
    /** Milliseconds since the epoch after which this connection should be replaced. */
    readonly expiresAt: number,
  ) {
    super({ ...address, socketClass: PromptSocket });
  }

  /** Requests without an answer. */
  get load(): number {
    return this.pending;
  }

  /** @throws the socket's error, or one that says that the time is over */
  async open(timeoutMs: number): Promise<void> {
    const unusable = (): void => {
      this.listener.onUnusable(this);
    };
    this.on('close', unusable);
    this.on('end', unusable); // the service stops: it may still answer what it holds, and takes nothing new
    const opening = this.connect();
    const socket = this.unwrap<Socket>();
    // Nest is content with the connection beneath; a certificate can still be refused.
    const secured = this.address.tlsOptions && once(socket, 'secureConnect');
    secured?.catch(() => undefined);
    const timer = setTimeout(() => {
      socket.destroy(new Error(`no connection within ${timeoutMs} ms`));
    }, timeoutMs);
    try {
      await opening;
      await secured;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Sends a request, once.
   *
   * @param timeoutMs how long to wait for the answer
   * @returns what the service answered
   * @throws LetheError that the service answered; AnswerLostError when the connection broke or the
   *   time passed
   */
  request(pattern: string, data: object, timeoutMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let forget = (): void => undefined;
      const settle = (outcome: () => void): void => {
        clearTimeout(timer);
        this.pending -= 1;
        outcome();
        if (this.retired && this.pending === 0) this.destroy();
      };
      const timer = setTimeout(() => {
        forget(); // an answer that comes later is dropped
        this.listener.onUnusable(this);
        settle(() => {
          reject(new AnswerLostError(`no answer within ${timeoutMs} ms`));
        });
      }, timeoutMs);
      this.pending += 1;
      forget = this.publish({ pattern, data }, (answer) => {
        forget();
        settle(() => {
          if (isFailure(answer)) reject(failureOf(answer, this.failure));
          else resolve(answer.response);
        });
      });
    });
  }

  /** Closes after the last answer. Nothing may be requested any more. */
  retire(): void {
    this.retired = true;
    if (this.pending === 0) this.destroy();
  }

  override handleError(error: Error): void {
    // Every request on the connection fails with this error; a log line of Nest would repeat it.
    this.failure = error;
  }

  override handleResponse(packet: unknown): Promise<void> {
    if ((packet as { id?: unknown }).id === REGULATION_GOODBYE) {
      this.listener.onUnusable(this, 'goodbye');
    }
    return super.handleResponse(packet);
  }

  private destroy(): void {
    this.socket?.netSocket.destroy();
  }
}

function isFailure(answer: WritePacket): boolean {
  return answer.err !== undefined && answer.err !== null;
}

/** The service sends plain data; an Error was made on this side, by a connection that broke. */
function failureOf({ err }: WritePacket, failure: Error | undefined): Error {
  return err instanceof Error
    ? new AnswerLostError('the connection broke', { cause: failure ?? err })
    : LetheError.fromBody(err);
}

import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { LetheError, REGULATION_GOODBYE } from '@lethe/contracts';
import { ClientTCP, type WritePacket } from '@nestjs/microservices';
import { AnswerLostError } from '../answer-lost-error.js';
import { SteppingSocket } from './stepping-socket.js';

/**
 * Disables Nagle's algorithm. With this algorithm, a small command would wait for the
 * acknowledgement of the previous command.
 */
class PromptSocket extends SteppingSocket {
  constructor(socket: Socket) {
    super(socket);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 10_000);
  }
}

export interface ConnectionListener {
  /**
   * Called when the connection takes no more requests. Causes are a closed connection, an answer
   * that is late, and a service that is stopping (`goodbye`).
   */
  onUnusable(connection: RegulationConnection, why?: 'goodbye'): void;
}

/**
 * One TCP connection of Nest's transport. It is never opened again after it has closed. It does not
 * use `ClientProxy.send`, because that method reconnects and does not report whether a request was
 * sent.
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
    /** Milliseconds since the epoch after which the connection should be replaced. */
    readonly expiresAt: number,
  ) {
    super({ ...address, socketClass: PromptSocket });
  }

  /** Number of requests without an answer. */
  get load(): number {
    return this.pending;
  }

  /** Opens the connection. @throws the socket's error, or a timeout */
  async open(timeoutMs: number): Promise<void> {
    const unusable = (): void => {
      this.listener.onUnusable(this);
    };
    this.on('close', unusable);
    this.on('end', unusable); // a stopping service still answers, but takes no new requests
    const opening = this.connect();
    const socket = this.unwrap<Socket>();
    // `connect` of Nest waits only for TCP. The TLS handshake follows, and can still fail.
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
   * Sends a request once.
   *
   * @param timeoutMs maximum wait for the answer
   * @returns the answer of the service
   * @throws LetheError if the service answers with an error; AnswerLostError if the connection
   * breaks or no answer arrives in time
   */
  request(pattern: string, data: object, timeoutMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let removeCallback = (): void => undefined;
      const finish = (outcome: () => void): void => {
        clearTimeout(timer);
        this.pending -= 1;
        outcome();
        if (this.retired && this.pending === 0) this.destroy();
      };
      const timer = setTimeout(() => {
        removeCallback(); // a later answer is ignored
        this.listener.onUnusable(this);
        finish(() => {
          reject(new AnswerLostError(`no answer within ${timeoutMs} ms`));
        });
      }, timeoutMs);
      this.pending += 1;
      removeCallback = this.publish({ pattern, data }, (answer) => {
        removeCallback();
        finish(() => {
          if (isFailure(answer)) reject(failureOf(answer, this.failure));
          else resolve(answer.response);
        });
      });
    });
  }

  /** Closes the connection after the last answer. Callers must send no further request. */
  retire(): void {
    this.retired = true;
    if (this.pending === 0) this.destroy();
  }

  override handleError(error: Error): void {
    // Nest would log the error, but every request on this connection already fails with it.
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

/**
 * Returns the error of a failed request. The service sends its errors as plain data, so an instance
 * of `Error` means that the connection broke.
 */
function failureOf({ err }: WritePacket, failure: Error | undefined): Error {
  return err instanceof Error
    ? new AnswerLostError('the connection broke', { cause: failure ?? err })
    : LetheError.fromBody(err);
}

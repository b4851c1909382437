import type { Socket } from 'node:net';
import { SteppingSocket } from '@lethe/regulation-client';
import { UnauthenticatedCallerError } from './caller-key-check.js';
import { readCallerKey } from './read-caller-key.js';
import type { UnauthenticatedConnections } from './unauthenticated-connections.js';

export interface CommandSocketOptions {
  /** Maximum length of a command, in characters. */
  readonly largest: number;
  /** Returns whether a key is one of the configured keys. Absent if callers need no key. */
  readonly knows?: (key: unknown) => boolean;
  readonly unauthenticated: UnauthenticatedConnections;
  /** Called when a packet is not a command, or is too large. */
  readonly onBroken: (error: unknown) => void;
}

/**
 * Maximum bytes of answers that a caller has not read. Above it, the connection is closed. A
 * gateway requests less at once, even on one connection. It requests at most 64 pages of 1 MiB, 16
 * pages of the feed with 6 MB, or the records of 8 requests with 10 MB. Each kind of answer has its
 * own connections (`ConnectionsByAnswer`).
 */
const MOST_UNREAD = 128 * 1024 * 1024;
/** Maximum length of a packet's id that is sent back to an unauthenticated caller. */
const LONGEST_ID = 255;

/** Maximum digits of a packet's length. */
const LONGEST_LENGTH = 15;
/** Bytes that a received piece takes in memory, even if it is shorter. */
const MIN_PIECE_BYTES = 64;

interface Received {
  readonly buffer: string;
  /** Length of the packet; null until the length is complete. */
  readonly contentLength: number | null;
}

/**
 * Connection of a caller. Nest gets no data before the first command has the right key. With
 * earlier data, Nest would buffer 128 MiB, and log packets that it cannot parse.
 */
export class CommandSocket extends SteppingSocket {
  private isKnown: boolean;

  constructor(
    socket: Socket,
    private readonly options: CommandSocketOptions,
  ) {
    super(socket, { maxBufferSize: options.largest, maxSendBufferSize: MOST_UNREAD });
    socket.setNoDelay(true); // sends small answers at once (no Nagle)
    this.isKnown = options.knows === undefined;
    if (!this.isKnown) options.unauthenticated.enter(socket);
  }

  protected override handleData(data: Buffer | string): void {
    if (this.isKnown) {
      super.handleData(data);
      return;
    }
    this.options.unauthenticated.heard(this.socket, Math.max(data.length, MIN_PIECE_BYTES));
    if (this.socket.destroyed) return;
    super.handleData(data);
    if (this.hasNoLength) throw new Error('The received data does not begin with its length');
  }

  /**
   * Whether the received text does not begin with a length. With each new piece, Nest would search
   * such a text again for the end of the length.
   */
  private get hasNoLength(): boolean {
    const { buffer, contentLength } = this as unknown as Received;
    if (this.isKnown || contentLength !== null || buffer.length <= LONGEST_LENGTH) return false;
    return !buffer.slice(0, LONGEST_LENGTH + 1).includes('#');
  }

  protected override emitMessage(text: string): void {
    if (this.isKnown || this.isAdmitted(text)) super.emitMessage(text);
  }

  /**
   * Closes the connection. Nest would end only the sending half of the connection, and continue to
   * read.
   */
  protected override handleDataError(error: unknown): void {
    this.options.onBroken(error);
    this.socket.destroy();
  }

  private isAdmitted(text: string): boolean {
    const { unauthenticated, knows } = this.options;
    const { key, id } = readCallerKey(text);
    this.isKnown = knows?.(key) ?? true;
    if (this.isKnown) {
      unauthenticated.leave(this.socket);
      return true;
    }
    unauthenticated.refused(this.socket);
    if (typeof id === 'string' && id.length <= LONGEST_ID) {
      this.sendMessage({ id, err: new UnauthenticatedCallerError().toBody(), isDisposed: true });
    }
    return false;
  }
}

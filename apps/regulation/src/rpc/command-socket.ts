import type { Socket } from 'node:net';
import { SteppingSocket } from '@lethe/regulation-client';
import { UnauthenticatedCallerError } from './caller-key-check.js';
import { readCallerKey } from './read-caller-key.js';
import type { UnauthenticatedConnections } from './unauthenticated-connections.js';

export interface CommandSocketOptions {
  /** Characters of the largest command. */
  readonly largest: number;
  /** Whether a key is one of the configured ones; absent when no key is needed. */
  readonly knows?: (key: unknown) => boolean;
  readonly strangers: UnauthenticatedConnections;
  /** Called when a packet is not a command, or too large. */
  readonly onBroken: (error: unknown) => void;
}

/**
 * Most bytes of answers that a caller has not read. Above, the connection ends. A gateway asks at once for less, should all of it be on
 * one connection: 64 pages of 1 MiB, 16 pages of the feed with 6 MB, or the records of 8 requests with 10 MB, each kind on
 * connections of its own (`ConnectionsByAnswer`).
 */
const MOST_UNREAD = 128 * 1024 * 1024;
/** Most characters of an unauthenticated caller's id that are sent back. */
const LONGEST_ID = 255;

/** Most digits of a packet's length. */
const LONGEST_LENGTH = 15;
/** Memory that a received piece takes at least, however short it is. */
const LEAST_KEPT = 64;

/** Nest's state of a command that is not complete yet. */
interface Received {
  readonly buffer: string;
  /** Null until the whole length has been received. */
  readonly contentLength: number | null;
}

/**
 * A caller's connection. Nest gets nothing from it before its first command has shown the key: Nest
 * would buffer 128 MiB, and log packets that it cannot parse.
 */
export class CommandSocket extends SteppingSocket {
  private isKnown: boolean;

  constructor(
    socket: Socket,
    private readonly options: CommandSocketOptions,
  ) {
    super(socket, { maxBufferSize: options.largest, maxSendBufferSize: MOST_UNREAD });
    socket.setNoDelay(true); // small answers go out at once (no Nagle)
    this.isKnown = options.knows === undefined;
    if (!this.isKnown) options.strangers.enter(socket);
  }

  protected override handleData(data: Buffer | string): void {
    if (this.isKnown) {
      super.handleData(data);
      return;
    }
    this.options.strangers.heard(this.socket, Math.max(data.length, LEAST_KEPT));
    if (this.socket.destroyed) return;
    super.handleData(data);
    if (this.hasNoLength) throw new Error('There is no length in front');
  }

  /**
   * Whether the received text does not begin with a length: with each piece, Nest would search all
   * of it for the length's end.
   */
  private get hasNoLength(): boolean {
    const { buffer, contentLength } = this as unknown as Received;
    if (this.isKnown || contentLength !== null || buffer.length <= LONGEST_LENGTH) return false;
    return !buffer.slice(0, LONGEST_LENGTH + 1).includes('#');
  }

  protected override emitMessage(text: string): void {
    if (this.isKnown || this.isAdmitted(text)) super.emitMessage(text);
  }

  /** Nest would only end our half of the connection, and go on to read. */
  protected override handleDataError(error: unknown): void {
    this.options.onBroken(error);
    this.socket.destroy();
  }

  private isAdmitted(text: string): boolean {
    const { strangers, knows } = this.options;
    const { key, id } = readCallerKey(text);
    this.isKnown = knows?.(key) ?? true;
    if (this.isKnown) {
      strangers.leave(this.socket);
      return true;
    }
    strangers.refused(this.socket);
    if (typeof id === 'string' && id.length <= LONGEST_ID) {
      this.sendMessage({ id, err: new UnauthenticatedCallerError().toBody(), isDisposed: true });
    }
    return false;
  }
}

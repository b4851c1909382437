import type { Socket } from 'node:net';
import { JsonSocket } from '@nestjs/microservices';
import { StrangerError } from './received-commands.js';
import { shownBy } from './shown-by.js';
import type { Strangers } from './strangers.js';

export interface CommandSocketOptions {
  /** Characters of the largest command. */
  readonly largest: number;
  /** Whether a caller shows a key of ours; undefined where all may call who reach the port. */
  readonly knows?: (key: unknown) => boolean;
  readonly strangers: Strangers;
  /** What came was no command, or too much. */
  readonly onBroken: (error: unknown) => void;
}

/** What we repeat of a stranger's packet. */
const LONGEST_ID = 255;

/** Digits of a length. */
const LONGEST_LENGTH = 15;
/** What a piece takes in memory, however short it is. */
const LEAST_KEPT = 64;

/** What Nest keeps of a command that is not complete. */
interface Received {
  readonly buffer: string;
  /** Absent until all of it is there. */
  readonly contentLength: number | null;
}

/**
 * A caller's connection. Nothing comes from it to Nest before its first command has shown the key:
 * Nest would take 128 MiB, and write what it does not understand to the log.
 */
export class CommandSocket extends JsonSocket {
  private isKnown: boolean;

  constructor(
    socket: Socket,
    private readonly options: CommandSocketOptions,
  ) {
    super(socket, { maxBufferSize: options.largest });
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

  /** Nest would search all that came for the end of its length, with every piece that comes. */
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
    const { key, id } = shownBy(text);
    this.isKnown = knows?.(key) ?? true;
    if (this.isKnown) {
      strangers.leave(this.socket);
      return true;
    }
    strangers.refused(this.socket);
    if (typeof id === 'string' && id.length <= LONGEST_ID) {
      this.sendMessage({ id, err: new StrangerError().toBody(), isDisposed: true });
    }
    return false;
  }
}

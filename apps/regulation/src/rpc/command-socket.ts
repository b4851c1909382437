import type { Socket } from 'node:net';
import { JsonSocket } from '@nestjs/microservices';
import { StrangerError } from './received-commands.js';
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
    if (!this.isKnown) this.options.strangers.heard(this.socket, data.length);
    if (!this.socket.destroyed) super.handleData(data);
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
    const { id, data } = Object(JSON.parse(text)) as { id?: unknown; data?: unknown };
    this.isKnown = knows?.((Object(data) as { key?: unknown }).key) ?? true;
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

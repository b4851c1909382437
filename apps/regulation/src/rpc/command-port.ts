import type { Server, Socket } from 'node:net';
import { Server as TlsServer, type SecureContextOptions, type TlsOptions } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { REGULATION_GOODBYE } from '@lethe/contracts';
import { describeError, type Logger } from '@lethe/observability';
import type { JsonSocket } from '@nestjs/microservices';
import { CommandSocket, type CommandSocketOptions } from './command-socket.js';
import { Strangers } from './strangers.js';

export interface CommandPortOptions {
  /** Gives the present certificates for mutual TLS; plain text when absent. */
  readonly tls: (() => SecureContextOptions) | undefined;
  /** Whether a caller shows a key of ours; undefined where all may call who reach the port. */
  readonly knows?: ((key: unknown) => boolean) | undefined;
  /** Characters of the largest command. */
  readonly largestCommand: number;
  readonly logger: Logger;
}

const CERTIFICATES_EVERY_MS = 5_000;
const REFUSAL_NOTICE_MS = 10_000;
/** Connections without the key: many times what gateways open at once. */
const MOST_STRANGERS = 256;
/** For callers that do not know the goodbye; the others are gone after their last answer. */
const DISMISS_MS = 5_000;

/**
 * The connections of Nest's TCP server: mutual TLS whose certificates may be replaced while it
 * runs, room for the largest command and no more, for all together who have not shown the key, and an
 * end in which no command is lost.
 */
export class CommandPort {
  private readonly open = new Set<JsonSocket>();
  private server: Server | undefined;
  private following: NodeJS.Timeout | undefined;
  private isDismissing = false;
  private refusalNoticedAt = -Infinity;

  constructor(private readonly settings: CommandPortOptions) {}

  /** Options of Nest's TCP transport. */
  get options(): { socketClass: new (socket: Socket) => JsonSocket; tlsOptions?: TlsOptions } {
    const { tls, knows, largestCommand: largest } = this.settings;
    const options: CommandSocketOptions = {
      largest,
      ...(knows && { knows }),
      strangers: new Strangers({ connections: MOST_STRANGERS, bytes: largest }),
      onBroken: (error) => {
        // Nothing of what it says: a part of the command may be in it.
        const kind = error instanceof Error ? error.constructor.name : 'unknown';
        this.noticeRefusal(
          { kind },
          'a connection was ended: what came is no command, or too much',
        );
      },
    };
    const welcome = (socket: JsonSocket): void => {
      this.welcome(socket);
    };
    class Caller extends CommandSocket {
      constructor(socket: Socket) {
        super(socket, options);
        welcome(this);
      }
    }
    if (tls === undefined) return { socketClass: Caller };
    return { socketClass: Caller, tlsOptions: { ...REQUIREMENTS, ...tls() } };
  }

  /** Call it when the server listens. */
  attach(server: Server): void {
    this.server = server;
    const { tls } = this.settings;
    if (server instanceof TlsServer && tls !== undefined) {
      this.follow(server, tls);
      server.on('tlsClientError', (error) => {
        this.noticeRefusal(
          { error: describeError(error) },
          'a caller was refused: it has no certificate that LETHE_RPC_CA_FILE signed',
        );
      });
    }
  }

  /**
   * Takes no more connections, asks every caller to send nothing more on theirs, and returns when
   * they are closed: by then every command has its answer. Callers that do not know the goodbye are
   * left after five seconds.
   */
  async dismiss(): Promise<void> {
    this.isDismissing = true;
    clearInterval(this.following);
    this.server?.close();
    for (const socket of this.open) sayGoodbye(socket);
    const deadline = performance.now() + DISMISS_MS;
    while (this.open.size > 0 && performance.now() < deadline) await sleep(10);
  }

  private welcome(socket: JsonSocket): void {
    this.open.add(socket);
    socket.on('close', () => {
      this.open.delete(socket);
    });
    if (this.isDismissing) sayGoodbye(socket);
  }

  private follow(server: TlsServer, tls: () => SecureContextOptions): void {
    let used = JSON.stringify(tls());
    const look = (): void => {
      const present = tls();
      const text = JSON.stringify(present);
      if (text === used) return;
      used = text;
      try {
        server.setSecureContext({ ...REQUIREMENTS, ...present });
      } catch (error) {
        // Half of them is new: the next look sees them all.
        this.settings.logger.warn(
          { error: describeError(error) },
          'new certificates of the command port do not belong together yet',
        );
      }
    };
    this.following = setInterval(look, CERTIFICATES_EVERY_MS).unref();
  }

  private noticeRefusal(fields: object, message: string): void {
    const now = performance.now();
    if (now - this.refusalNoticedAt < REFUSAL_NOTICE_MS) return;
    this.refusalNoticedAt = now;
    this.settings.logger.warn(fields, message);
  }
}

const REQUIREMENTS = {
  requestCert: true,
  rejectUnauthorized: true,
  minVersion: 'TLSv1.2',
} as const satisfies TlsOptions;

function sayGoodbye(socket: JsonSocket): void {
  socket.sendMessage({ id: REGULATION_GOODBYE });
}

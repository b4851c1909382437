import type { Server, Socket } from 'node:net';
import { Server as TlsServer, type SecureContextOptions, type TlsOptions } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { REGULATION_GOODBYE } from '@lethe/contracts';
import { describeError, type Logger } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';
import type { JsonSocket } from '@nestjs/microservices';
import { CommandSocket, type CommandSocketOptions } from './command-socket.js';
import { MOST_UNAUTHENTICATED, UnauthenticatedConnections } from './unauthenticated-connections.js';

export interface CommandPortOptions {
  /** Returns the present certificates for mutual TLS; plain text when absent. */
  readonly tls: (() => SecureContextOptions) | undefined;
  /** Whether a key is one of the configured ones; absent when no key is needed. */
  readonly knows?: ((key: unknown) => boolean) | undefined;
  /** Characters of the largest command. */
  readonly maxCommandLength: number;
  readonly logger: Logger;
}

const CERTIFICATES_EVERY_MS = 5_000;
/**
 * Time for callers of older versions, which do not know the goodbye; others disconnect after their
 * last answer.
 */
const DISMISS_MS = 5_000;

/**
 * The connections of Nest's TCP server: mutual TLS whose certificates may be replaced while it
 * runs, a memory limit of one largest command for all connections that have not shown the key
 * together, and a shutdown that loses no command.
 */
export class CommandPort {
  private readonly open = new Set<JsonSocket>();
  private server: Server | undefined;
  private following: NodeJS.Timeout | undefined;
  private isDismissing = false;
  private readonly refusals = new LogThrottle();

  constructor(private readonly settings: CommandPortOptions) {}

  /** Options of Nest's TCP transport. */
  get options(): { socketClass: new (socket: Socket) => JsonSocket; tlsOptions?: TlsOptions } {
    const { tls, knows, maxCommandLength: largest } = this.settings;
    const options: CommandSocketOptions = {
      largest,
      ...(knows && { knows }),
      strangers: new UnauthenticatedConnections({
        connections: MOST_UNAUTHENTICATED,
        bytes: largest,
      }),
      onBroken: (error) => {
        // The message is not logged: it may contain a part of the command.
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

  /** To be called when the server listens. */
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
        // Certificate and key do not match while only one is replaced: the next look sees both new.
        this.settings.logger.warn(
          { error: describeError(error) },
          'new certificates of the command port do not belong together yet',
        );
      }
    };
    this.following = setInterval(look, CERTIFICATES_EVERY_MS).unref();
  }

  private noticeRefusal(fields: object, message: string): void {
    if (this.refusals.isDue()) this.settings.logger.warn(fields, message);
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

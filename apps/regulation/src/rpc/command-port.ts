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
  /** Returns the current certificates for mutual TLS. If absent, connections are not encrypted. */
  readonly tls: (() => SecureContextOptions) | undefined;
  /** Returns whether a key is one of the configured keys. Absent if callers need no key. */
  readonly knows?: ((key: unknown) => boolean) | undefined;
  /** Maximum length of a command, in characters. */
  readonly maxCommandLength: number;
  readonly logger: Logger;
}

const CERTIFICATES_EVERY_MS = 5_000;
/**
 * Maximum wait for callers at a shutdown. Without this limit, the service would wait forever for
 * callers of older versions, which do not know the goodbye message.
 */
const DISMISS_MS = 5_000;

/**
 * Manages the connections of Nest's TCP server. It supports mutual TLS with replaceable
 * certificates. All unauthenticated connections share one memory limit, the size of the largest
 * command. A shutdown loses no command.
 */
export class CommandPort {
  private readonly open = new Set<JsonSocket>();
  private server: Server | undefined;
  private certificateTimer: NodeJS.Timeout | undefined;
  private isDismissing = false;
  private readonly refusals = new LogThrottle();

  constructor(private readonly settings: CommandPortOptions) {}

  get options(): { socketClass: new (socket: Socket) => JsonSocket; tlsOptions?: TlsOptions } {
    const { tls, knows, maxCommandLength: largest } = this.settings;
    const options: CommandSocketOptions = {
      largest,
      ...(knows && { knows }),
      unauthenticated: new UnauthenticatedConnections({
        connections: MOST_UNAUTHENTICATED,
        bytes: largest,
      }),
      onBroken: (error) => {
        // The message is not logged, because it can contain a part of the command.
        const kind = error instanceof Error ? error.constructor.name : 'unknown';
        this.noticeRefusal(
          { kind },
          'a connection was closed: the received data is not a command, or is too large',
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

  /** Connects this port with its server. Call this when the server listens. */
  attach(server: Server): void {
    this.server = server;
    const { tls } = this.settings;
    if (server instanceof TlsServer && tls !== undefined) {
      this.followCertificates(server, tls);
      server.on('tlsClientError', (error) => {
        this.noticeRefusal(
          { error: describeError(error) },
          'a caller was refused: it has no certificate signed by LETHE_RPC_CA_FILE',
        );
      });
    }
  }

  /**
   * Accepts no more connections, and asks callers to send nothing more. Returns when all
   * connections are closed; then every command has its answer. It waits at most five seconds,
   * because old callers do not know the goodbye message.
   */
  async dismiss(): Promise<void> {
    this.isDismissing = true;
    clearInterval(this.certificateTimer);
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

  private followCertificates(server: TlsServer, tls: () => SecureContextOptions): void {
    let used = JSON.stringify(tls());
    const poll = (): void => {
      const present = tls();
      const text = JSON.stringify(present);
      if (text === used) return;
      used = text;
      try {
        server.setSecureContext({ ...REQUIREMENTS, ...present });
      } catch (error) {
        // Only the certificate or only the key was replaced so far. The next poll reads both.
        this.settings.logger.warn(
          { error: describeError(error) },
          'the new certificate and the new key of the command port do not match yet',
        );
      }
    };
    this.certificateTimer = setInterval(poll, CERTIFICATES_EVERY_MS).unref();
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

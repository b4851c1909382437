import net, { type LookupFunction, type Socket } from 'node:net';
import tls from 'node:tls';
import { boundedLookup } from './bounded-lookup.js';
import { parseEgressAllow, type EgressAllow } from './egress-allow.js';
import { guardedLookup, refusedAddress, type GuardOptions } from './guarded-connector.js';
import { refusal } from './refusal.js';

export interface DialOptions {
  /** TLS from the first byte on, with these options. Plain text when absent. */
  readonly tls?: tls.ConnectionOptions;
  /** Milliseconds until the connection must be there, its TLS included. Default 10,000. */
  readonly timeoutMs?: number;
  /** Ends the socket, whether it is connected by then or not. */
  readonly signal?: AbortSignal;
}

/** Connects to services that do not speak HTTP, behind the same guard as requests. */
export interface GuardedDialer {
  /**
   * Begins to connect. Never throws: what is wrong comes as the socket's `error` event.
   *
   * @param host name or address
   * @returns a socket that emits `connect` or, with TLS, `secureConnect`
   */
  open(host: string, port: number, options?: DialOptions): Socket;
  /**
   * Connects. The socket does not read until somebody listens for its data.
   * @throws EgressRefusedError when the address is not allowed; the error of Node otherwise
   */
  connect(host: string, port: number, options?: DialOptions): Promise<Socket>;
}

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * A dialer whose sockets get only addresses that passed the check: a name is resolved once, and what
 * it resolves to is what is checked and connected to.
 *
 * @throws Error naming the entry of `allow` that is neither address, CIDR nor host name
 */
export function createGuardedDialer(options: GuardOptions = {}): GuardedDialer {
  const allow = parseEgressAllow(options.allow ?? []);
  const lookup = guardedLookup(allow, options.lookup ?? boundedLookup);
  const open: GuardedDialer['open'] = (host, port, dial = {}) => {
    const plainHost = host.replace(/^\[|\]$/g, '');
    const socket = begin(allow, lookup, { host: plainHost, port }, dial.tls);
    endInTime(socket, dial);
    return socket;
  };
  return {
    open,
    connect: (host, port, dial = {}) => {
      const socket = open(host, port, dial);
      return new Promise((resolve, reject) => {
        socket.once('error', reject);
        socket.once(dial.tls === undefined ? 'connect' : 'secureConnect', () => {
          // Whoever takes it may not listen yet when it fails.
          socket.on('error', () => undefined);
          resolve(socket);
        });
      });
    },
  };
}

function begin(
  allow: EgressAllow,
  lookup: LookupFunction,
  place: { readonly host: string; readonly port: number },
  secure: tls.ConnectionOptions | undefined,
): Socket {
  const { host, port } = place;
  const refused = refusedAddress(allow, host);
  if (refused !== undefined) return failed(refused);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return failed(refusal(host, 'the port is not one from 1 to 65535'));
  }
  const connection = { host, port, lookup, autoSelectFamily: true };
  if (secure === undefined) return net.connect(connection);
  try {
    return tls.connect({
      ...(net.isIP(host) === 0 ? { servername: host } : {}),
      ...secure,
      ...connection,
    });
  } catch (error) {
    // A certificate or a key of the options that OpenSSL cannot read.
    return failed(error as Error);
  }
}

/** A socket that never was one, and says why in the next tick. */
function failed(error: Error): Socket {
  const socket = new net.Socket();
  process.nextTick(() => socket.destroy(error));
  return socket;
}

function endInTime(socket: Socket, { tls: secure, timeoutMs, signal }: DialOptions): void {
  const end = (message: string, code: string) => {
    socket.destroy(Object.assign(new Error(message), { code }));
  };
  const stop = () => {
    end('The connection was given up', 'ABORT_ERR');
  };
  if (signal?.aborted === true) process.nextTick(stop);
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(
    end,
    timeoutMs ?? CONNECT_TIMEOUT_MS,
    'The connection could not be made in time',
    'ETIMEDOUT',
  );
  socket.once(secure === undefined ? 'connect' : 'secureConnect', () => {
    clearTimeout(timer);
  });
  socket.once('close', () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  });
}

import net, { type LookupFunction, type Socket } from 'node:net';
import tls from 'node:tls';
import { boundedLookup } from './bounded-lookup.js';
import { parseEgressAllow, type EgressAllow } from './egress-allow.js';
import { guardedLookup, refusedAddress, type GuardOptions } from './guarded-connector.js';
import { refusal } from './refusal.js';

export interface DialOptions {
  /**
   * Options of TLS. If present, TLS begins with the first byte. If absent, the socket is plain
   * text.
   */
  readonly tls?: tls.ConnectionOptions;
  /** Maximum milliseconds to connect, including the TLS handshake. Default 10,000. */
  readonly timeoutMs?: number;
  /** Closes the socket, even while it is connecting. */
  readonly signal?: AbortSignal;
}

/** Opens sockets to services that do not use HTTP, with the same check as for HTTP requests. */
export interface GuardedDialer {
  /**
   * Begins to connect. Never throws, but reports errors as `error` events of the socket.
   *
   * @param host name or address
   * @returns a socket that emits `connect` or, with TLS, `secureConnect`
   */
  open(host: string, port: number, options?: DialOptions): Socket;
  /**
   * Connects. The socket does not read data before a listener for `data` is added.
   * @throws EgressRefusedError when the address is not allowed; an error of Node when the
   *   connection fails
   */
  connect(host: string, port: number, options?: DialOptions): Promise<Socket>;
}

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Returns a dialer that connects only to public addresses and to exceptions. It resolves a name
 * once for each socket, and connects to an address of this result that passed the check.
 *
 * @throws Error with the entry of `allow` that is not an address, a CIDR or a host name
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
          // The socket can fail before the caller adds a listener for errors.
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
  target: { readonly host: string; readonly port: number },
  secure: tls.ConnectionOptions | undefined,
): Socket {
  const { host, port } = target;
  const refused = refusedAddress(allow, host);
  if (refused !== undefined) return failed(refused);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return failed(refusal(host, 'the port must be from 1 to 65535'));
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
    // `tls.connect` throws when OpenSSL cannot read a certificate or a key of the options.
    return failed(error as Error);
  }
}

/** Returns a socket that emits an error in the next tick. */
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
    end('The connection attempt was canceled', 'ABORT_ERR');
  };
  if (signal?.aborted === true) process.nextTick(stop);
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(
    end,
    timeoutMs ?? CONNECT_TIMEOUT_MS,
    'The connection timed out',
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

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv4, type Socket } from 'node:net';
import { clientAddressOf } from '../http/client-address.js';
import type { GatewaySettings } from '../config/gateway.config.js';

/**
 * If there are more connections than the limit, the gateway closes several idle connections
 * together. Their number is this fraction of the limit.
 */
const CLOSE_PART = 0.01;
/** If the limit is exceeded by this fraction, connections in use are closed, too. */
const RESERVE = 0.25;
/**
 * If the limit is exceeded by this fraction, new connections are dropped. Connections that are
 * being closed still count.
 */
const MAX_EXCESS = 0.5;

/** Owner of the connections of proxies. */
const PROXY = '';

export interface ConnectionLimits {
  /** Maximum connections of all owners. */
  readonly max: number;
  /** Maximum connections of one owner. */
  readonly perOwner: number;
}

interface Connection {
  owner: string;
  /** Number of requests that are not answered yet. */
  requests: number;
}

/**
 * Maximum listeners of one response. Each class that counts requests, and each streamed answer,
 * adds a listener for the end of the response. By default, Node.js warns above 10 listeners.
 */
const MAX_LISTENERS = 32;

/**
 * Counts open connections by owner. The owner is the client address until a request has valid
 * credentials; from then on, the owner is the token or the data plane. Above the limit of all
 * owners, the owner with the most connections loses its oldest idle connections. Above 125 % of
 * this limit, the owner also loses its oldest connection, even if it is in use. So a client that
 * opens very many connections loses connections, and a data plane that polls keeps its few
 * connections.
 */
export class Connections {
  private readonly connections = new Map<Socket, Connection>();
  private readonly owners = new Map<string, Set<Socket>>();

  /**
   * @param senderOf returns the owner of a new connection; `undefined` for a proxy, to which
   * `limits.perOwner` does not apply
   */
  constructor(
    server: Server,
    private readonly limits: ConnectionLimits,
    senderOf: (socket: Socket) => string | undefined,
  ) {
    server.maxConnections = Math.ceil(limits.max * (1 + MAX_EXCESS));
    server.on('connection', (socket: Socket) => {
      this.add(socket, senderOf(socket));
    });
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      response.setMaxListeners(MAX_LISTENERS);
      const connection = this.connections.get(socket);
      if (connection === undefined) return;
      connection.requests += 1;
      // Emitted only once. So `on` is enough, which costs less than `once`.
      response.on('close', () => {
        connection.requests -= 1;
      });
    });
  }

  get size(): number {
    return this.connections.size;
  }

  /** Assigns the connection to the owner of the credentials in its request. */
  belongsTo(socket: Socket, owner: string): void {
    const connection = this.connections.get(socket);
    if (connection === undefined || connection.owner === owner) return;
    if (connection.owner === PROXY) return; // a proxy sends requests of many clients
    this.leave(socket, connection.owner);
    connection.owner = owner;
    this.join(socket, owner);
  }

  private forget(socket: Socket): void {
    const connection = this.connections.get(socket);
    if (connection === undefined) return;
    this.connections.delete(socket);
    this.leave(socket, connection.owner);
  }

  private add(socket: Socket, sender = PROXY): void {
    this.connections.set(socket, { owner: sender, requests: 0 });
    socket.once('close', () => {
      this.forget(socket);
    });
    this.join(socket, sender);
    const { max } = this.limits;
    if (this.connections.size <= max) return;
    const largest = this.largestOwner();
    this.closeOldest(largest, Math.ceil(max * CLOSE_PART), (old) => this.isUnused(old, socket));
    if (this.connections.size > max * (1 + RESERVE)) {
      this.closeOldest(largest, 1, (old) => old !== socket);
    }
  }

  /**
   * Returns the owner with the most connections. Returns proxies only if there is no other owner,
   * because proxies send requests of many clients.
   */
  private largestOwner(): string {
    let largest = PROXY;
    let most = 0;
    for (const [owner, { size }] of this.owners) {
      if (owner === PROXY || size <= most) continue;
      [largest, most] = [owner, size];
    }
    return largest;
  }

  private join(socket: Socket, owner: string): void {
    const sockets = this.owners.get(owner) ?? new Set();
    this.owners.set(owner, sockets.add(socket));
    if (owner !== PROXY && sockets.size > this.limits.perOwner) {
      this.closeOldest(owner, 1, (old) => this.isUnused(old, socket));
    }
  }

  private leave(socket: Socket, owner: string): void {
    const sockets = this.owners.get(owner);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.owners.delete(owner);
  }

  /**
   * Returns whether the connection is idle. A new connection is not idle: a request will follow.
   */
  private isUnused(socket: Socket, newSocket: Socket): boolean {
    return socket !== newSocket && this.connections.get(socket)?.requests === 0;
  }

  private closeOldest(owner: string, count: number, mayClose: (socket: Socket) => boolean): void {
    let remaining = count;
    for (const socket of this.owners.get(owner) ?? []) {
      if (remaining === 0) return;
      if (!mayClose(socket)) continue;
      this.forget(socket); // more clients can connect before the close event
      socket.destroy();
      remaining -= 1;
    }
  }
}

/** Limits the connections of the public port to the configured numbers. */
export function watchConnections(
  server: Server,
  config: Pick<
    GatewaySettings,
    'LETHE_MAX_CONNECTIONS' | 'LETHE_MAX_CONNECTIONS_OF_ONE' | 'LETHE_TRUSTED_PROXIES'
  >,
): Connections {
  const proxies = new BlockList();
  for (const network of config.LETHE_TRUSTED_PROXIES ?? []) {
    const [address = '', bits] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  const limits = {
    max: config.LETHE_MAX_CONNECTIONS,
    perOwner: config.LETHE_MAX_CONNECTIONS_OF_ONE,
  };
  return new Connections(server, limits, ({ remoteAddress = '' }) => {
    const isProxy = proxies.check(remoteAddress, isIPv4(remoteAddress) ? 'ipv4' : 'ipv6');
    return isProxy ? undefined : `from ${clientAddressOf(remoteAddress)}`;
  });
}

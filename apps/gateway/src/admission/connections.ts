import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv4, type Socket } from 'node:net';
import { senderOf } from '../http/client-address.js';
import type { GatewaySettings } from '../config/gateway.config.js';

/** Part of all connections that is closed at once when there are too many, of those that nobody uses. */
const CLOSE_PART = 0.01;
/** Connections beyond `LETHE_MAX_CONNECTIONS`, as a part of it, before those in use are closed, too. */
const RESERVE = 0.25;
/** Connections beyond it that may be open while others are on their way to be closed. */
const MOST_BEYOND = 0.5;

/** Owner of the connections of proxies. */
const PROXY = '';

export interface ConnectionLimits {
  /** Of all owners. */
  readonly max: number;
  /** Of one owner. */
  readonly perOwner: number;
}

interface Connection {
  owner: string;
  /** Requests that are not answered yet. */
  requests: number;
}

/** Each part that counts requests listens to their end, and so does what sends a stream: Node warns above 10. */
const MOST_LISTENERS = 32;

/**
 * Open connections by owner: the sender, until a request has shown credentials, and then whose these are. Nobody is refused one:
 * whoever has most loses those that have been open longest without a request; and where a lot are open and all of
 * these are in use, the one that has been open longest. So who floods us closes their own, and a data plane that polls keeps its few.
 */
export class Connections {
  private readonly connections = new Map<Socket, Connection>();
  private readonly owners = new Map<string, Set<Socket>>();

  /**
   * @param senderOf whom a fresh connection belongs to; `undefined` for a proxy, which has as many as it needs
   */
  constructor(
    server: Server,
    private readonly limits: ConnectionLimits,
    senderOf: (socket: Socket) => string | undefined,
  ) {
    server.maxConnections = Math.ceil(limits.max * (1 + MOST_BEYOND));
    server.on('connection', (socket: Socket) => {
      this.add(socket, senderOf(socket));
    });
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      response.setMaxListeners(MOST_LISTENERS);
      const connection = this.connections.get(socket);
      if (connection === undefined) return;
      connection.requests += 1;
      response.once('close', () => {
        connection.requests -= 1;
      });
    });
  }

  get size(): number {
    return this.connections.size;
  }

  /** A request on the connection has shown whose it is. */
  belongsTo(socket: Socket, owner: string): void {
    const connection = this.connections.get(socket);
    if (connection === undefined || connection.owner === owner) return;
    if (connection.owner === PROXY) return; // its connections carry everybody's requests
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
    this.closeOldest(largest, Math.ceil(max * CLOSE_PART), (one) => this.isUnused(one, socket));
    if (this.connections.size > max * (1 + RESERVE)) {
      this.closeOldest(largest, 1, (one) => one !== socket);
    }
  }

  /** A proxy's connections are those of many callers: they are closed when there are no others. */
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
      this.closeOldest(owner, 1, (one) => this.isUnused(one, socket));
    }
  }

  private leave(socket: Socket, owner: string): void {
    const sockets = this.owners.get(owner);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.owners.delete(owner);
  }

  /** One that has just come may be about to be used. */
  private isUnused(socket: Socket, newcomer: Socket): boolean {
    return socket !== newcomer && this.connections.get(socket)?.requests === 0;
  }

  /** Those that were opened first go first. */
  private closeOldest(owner: string, count: number, mayClose: (socket: Socket) => boolean): void {
    let left = count;
    for (const socket of this.owners.get(owner) ?? []) {
      if (left === 0) return;
      if (!mayClose(socket)) continue;
      this.forget(socket); // that it is closed is told later, and others may come until then
      socket.destroy();
      left -= 1;
    }
  }
}

/** Connections of the public port, by what operators have set. */
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
    return isProxy ? undefined : `from ${senderOf(remoteAddress)}`;
  });
}

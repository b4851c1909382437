import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { LinkFault } from './schedule.js';

/**
 * Milliseconds that a slow link delays each chunk. A round trip takes 300 ms, as around the world.
 */
const SLOW_MS = 150;
/**
 * Maximum bytes of a chunk on a slow link. Together with `SLOW_MS`, it allows about 100 KB a
 * second.
 */
const SLOW_BYTES = 16 * 1024;

/**
 * A connection through the link. Each direction has its own loop, which keeps the order of the
 * bytes.
 */
interface Connection {
  readonly caller: Socket;
  readonly service: Socket;
  /**
   * The connection transfers nothing any more, and neither side is notified, as after a firewall
   * lost its state.
   */
  isCutOff: boolean;
}

/**
 * A TCP link between a process and a server, which can fail.
 *
 * | fault    | open connections                             | new connections              |
 * | -------- | -------------------------------------------- | ---------------------------- |
 * | `held`   | wait; all data arrives when the fault ends   | the same                     |
 * | `silent` | transfer nothing, also after the fault       | the same                     |
 * | `reset`  | are reset at once                            | are reset                    |
 * | `slow`   | are delayed, with little bandwidth           | the same                     |
 */
export class FaultyLink {
  private readonly connections = new Set<Connection>();
  private fault: LinkFault | undefined;
  private healed: Promise<void> = Promise.resolve();
  private endFault: () => void = () => undefined;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {}

  /** @param target port on 127.0.0.1 */
  static async open(target: number): Promise<FaultyLink> {
    const server = createServer({ allowHalfOpen: true, noDelay: true });
    const link = new FaultyLink(server, target);
    server.on('connection', (caller) => {
      link.carry(caller);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return link;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Starts a fault that lasts until `heal`. */
  fail(fault: LinkFault): void {
    this.heal();
    this.fault = fault;
    this.healed = new Promise((resolve) => {
      this.endFault = resolve;
    });
    if (fault === 'silent') for (const connection of this.connections) cutOff(connection);
    if (fault === 'reset') for (const connection of this.connections) reset(connection);
  }

  /** Lets new connections pass, and sends the held data. */
  heal(): void {
    this.fault = undefined;
    this.endFault();
  }

  close(): void {
    this.heal();
    this.server.close();
    for (const { caller, service } of this.connections) {
      caller.destroy();
      service.destroy();
    }
  }

  private carry(caller: Socket): void {
    if (this.fault === 'reset') {
      caller.on('error', () => undefined).resetAndDestroy();
      return;
    }
    const service = connect({ port: this.target, host: '127.0.0.1', allowHalfOpen: true });
    service.setNoDelay(true);
    const connection: Connection = { caller, service, isCutOff: false };
    this.connections.add(connection);
    if (this.fault === 'silent') cutOff(connection);
    // The loops catch errors of reads. These handlers are for errors of writes.
    for (const socket of [caller, service]) socket.on('error', () => undefined);
    void this.pump(connection, caller, service);
    void this.pump(connection, service, caller);
    for (const socket of [caller, service]) {
      socket.once('close', () => {
        if (caller.closed && service.closed) this.connections.delete(connection);
      });
    }
  }

  /** Forwards all data from one side to the other, and then the end of the stream. */
  private async pump(connection: Connection, from: Socket, to: Socket): Promise<void> {
    try {
      // The other direction stays open after the end of this direction.
      for await (const chunk of from.iterator({ destroyOnReturn: false })) {
        if (!(await this.pass(connection, chunk as Buffer, to))) return;
      }
      await this.mayMove();
      if (connection.isCutOff) endCutOff(connection, from);
      else to.end();
    } catch {
      await this.mayMove();
      if (connection.isCutOff) endCutOff(connection, from);
      else to.resetAndDestroy();
    }
  }

  /** @returns whether the connection can still transfer data */
  private async pass(connection: Connection, chunk: Buffer, to: Socket): Promise<boolean> {
    for (let start = 0; start < chunk.length;) {
      await this.mayMove();
      const isSlow = this.fault === 'slow';
      const piece = chunk.subarray(start, isSlow ? start + SLOW_BYTES : undefined);
      if (isSlow) await delay(SLOW_MS);
      if (to.destroyed) return false;
      if (!connection.isCutOff && !to.write(piece)) await drained(to);
      start += piece.length;
    }
    return true;
  }

  private async mayMove(): Promise<void> {
    while (this.fault === 'held' || this.fault === 'silent') await this.healed;
  }
}

function cutOff(connection: Connection): void {
  connection.isCutOff = true;
}

/**
 * If the caller has closed its connection, the link resets the service's connection when the fault
 * ends. A keepalive would have the same effect. If the service has closed its connection, the
 * caller gets no notice.
 */
function endCutOff({ caller, service }: Connection, from: Socket): void {
  if (from === service) return;
  service.resetAndDestroy();
  caller.destroy();
}

function reset({ caller, service }: Connection): void {
  caller.resetAndDestroy();
  service.resetAndDestroy();
}

async function drained(socket: Socket): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });
}

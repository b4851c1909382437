import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { LinkFault } from './schedule.js';

/** Each piece waits this long when the link is slow: a round trip then takes as long as one around the world. */
const SLOW_MS = 150;
/** The largest piece that passes at once while it is slow: about 100 KB a second. */
const SLOW_BYTES = 16 * 1024;

/** One connection through the link: two directions, each pumped by itself, so that their order is never touched. */
interface Way {
  readonly caller: Socket;
  readonly service: Socket;
  /** Nothing moves on it any more, and nobody is told: whatever held its state has forgotten it. */
  isForgotten: boolean;
}

/**
 * A TCP link that can fail between a process and what it reaches.
 *
 * | fault    | what is open                                          | what is opened meanwhile |
 * | -------- | ----------------------------------------------------- | ------------------------ |
 * | `held`   | stands still; all of it arrives when the fault is over | the same                 |
 * | `silent` | is never heard of again, also after the fault         | the same                 |
 * | `reset`  | is reset at once                                      | is reset                 |
 * | `slow`   | is late and narrow                                    | the same                 |
 */
export class FaultyLink {
  private readonly ways = new Set<Way>();
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

  /** Until `heal`. */
  fail(fault: LinkFault): void {
    this.heal();
    this.fault = fault;
    this.healed = new Promise((resolve) => {
      this.endFault = resolve;
    });
    if (fault === 'silent') for (const way of this.ways) forget(way);
    if (fault === 'reset') for (const way of this.ways) reset(way);
  }

  /** New connections pass; what was held arrives. */
  heal(): void {
    this.fault = undefined;
    this.endFault();
  }

  close(): void {
    this.heal();
    this.server.close();
    for (const { caller, service } of this.ways) {
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
    const way: Way = { caller, service, isForgotten: false };
    this.ways.add(way);
    if (this.fault === 'silent') forget(way);
    // Each pump hears of what fails while it reads; this is for what fails while it writes.
    for (const socket of [caller, service]) socket.on('error', () => undefined);
    void this.pump(way, caller, service);
    void this.pump(way, service, caller);
    for (const socket of [caller, service]) {
      socket.once('close', () => {
        if (caller.closed && service.closed) this.ways.delete(way);
      });
    }
  }

  /** What arrives on one side leaves on the other, its end included. */
  private async pump(way: Way, from: Socket, to: Socket): Promise<void> {
    try {
      // Its other direction goes on after the end of this one.
      for await (const chunk of from.iterator({ destroyOnReturn: false })) {
        if (!(await this.pass(way, chunk as Buffer, to))) return;
      }
      await this.mayMove();
      if (way.isForgotten) endForgotten(way, from);
      else to.end();
    } catch {
      await this.mayMove();
      if (way.isForgotten) endForgotten(way, from);
      else to.resetAndDestroy();
    }
  }

  /** @returns whether the way still leads anywhere */
  private async pass(way: Way, chunk: Buffer, to: Socket): Promise<boolean> {
    for (let start = 0; start < chunk.length;) {
      await this.mayMove();
      const isSlow = this.fault === 'slow';
      const piece = chunk.subarray(start, isSlow ? start + SLOW_BYTES : undefined);
      if (isSlow) await delay(SLOW_MS);
      if (to.destroyed) return false;
      if (!way.isForgotten && !to.write(piece)) await drained(to);
      start += piece.length;
    }
    return true;
  }

  private async mayMove(): Promise<void> {
    while (this.fault === 'held' || this.fault === 'silent') await this.healed;
  }
}

function forget(way: Way): void {
  way.isForgotten = true;
}

/**
 * Of a caller who has left the service hears once the link is whole again, as by the answer to a keepalive. That the
 * service has left nobody tells the caller.
 */
function endForgotten({ caller, service }: Way, from: Socket): void {
  if (from === service) return;
  service.resetAndDestroy();
  caller.destroy();
}

function reset({ caller, service }: Way): void {
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

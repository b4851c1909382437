import { LetheError } from '@lethe/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../gateway.config.js';
import { BodyRoom } from './body-room.js';
import { DataPlaneBodies } from './data-plane-bodies.js';
import { endSignal } from './request-end.js';

/** What counts as one body, in bytes: a larger one is kept in memory, too, until all of it is there. */
const ONE_BODY = 256 * 1024;
/** Assumed bytes of a body that comes without a `Content-Length`. */
const UNKNOWN_LENGTH = 8 * ONE_BODY;

/** The variables that say how bodies may arrive, and how large they may be. */
export type BodySettings = Pick<
  GatewaySettings,
  | 'LETHE_MAX_BODIES'
  | 'LETHE_MAX_BODIES_OF_ALL'
  | 'LETHE_BODY_GRACE'
  | 'LETHE_BODY_MIN_RATE'
  | 'LETHE_LIMIT_BODY_BYTES'
>;

interface Arrival {
  /** Gives back the room that it takes. */
  readonly giveBack: () => void;
  readonly reply: FastifyReply;
  /** Bytes that the connection had brought when the body began. */
  readonly bytesBefore: number;
  /** Rounds of the clock since the body began. The first one may come at once. */
  rounds: number;
}

/**
 * Bodies that are still arriving. They hold no place among the requests in progress, so that slow
 * ones take none from others; but one workspace, and all together, may send so many at once only, and a body that
 * is too slow is ended. Data planes have room of their own, for which they wait.
 */
export class BodiesInFlight {
  private readonly arrivals = new Map<FastifyRequest, Arrival>();
  private readonly room: BodyRoom;
  private readonly dataPlanes: DataPlaneBodies;
  private readonly clock: NodeJS.Timeout;

  /** @param onSlow called for each body that is ended as it is too slow */
  constructor(
    private readonly config: BodySettings,
    private readonly onSlow: () => void = () => undefined,
  ) {
    const { LETHE_MAX_BODIES: perOwner, LETHE_MAX_BODIES_OF_ALL: all } = config;
    this.room = new BodyRoom({ all, perOwner });
    this.dataPlanes = new DataPlaneBodies(perOwner, piecesOf(config.LETHE_LIMIT_BODY_BYTES));
    this.clock = setInterval(() => {
      this.endSlow();
    }, 1_000).unref();
  }

  get size(): number {
    return this.arrivals.size;
  }

  /**
   * A body that says that it is larger than any counts for nothing, however many others there are:
   * its request is refused for that (413), and nothing of it is kept.
   *
   * @param workspaceId whose token it comes with
   * @returns false when as many are arriving already
   */
  enter(workspaceId: string, request: FastifyRequest, reply: FastifyReply): boolean {
    if (this.isTooLarge(request)) return true;
    const pieces = piecesOf(lengthOf(request));
    if (!this.room.enter(workspaceId, pieces)) return false;
    this.note(request, reply, () => {
      this.room.leave(workspaceId, pieces);
    });
    return true;
  }

  /**
   * The same for a data plane: waits until there is room.
   *
   * @param owner the data plane's workspace or namespace
   * @throws LetheError when its caller leaves before
   */
  async enterInTurn(owner: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (this.isTooLarge(request)) return;
    const signal = endSignal(request, reply);
    const giveBack = await this.dataPlanes.enter(owner, piecesOf(lengthOf(request)), signal);
    if (signal.aborted) giveBack();
    else this.note(request, reply, giveBack);
  }

  leave(request: FastifyRequest): void {
    const arrival = this.arrivals.get(request);
    if (arrival === undefined) return;
    this.arrivals.delete(request);
    arrival.giveBack();
  }

  stop(): void {
    clearInterval(this.clock);
  }

  private isTooLarge({ headers }: FastifyRequest): boolean {
    return Number(headers['content-length']) > this.config.LETHE_LIMIT_BODY_BYTES;
  }

  private note(request: FastifyRequest, reply: FastifyReply, giveBack: () => void): void {
    // Nothing of the body has been read yet: what arrived with the headers, and since, waits in `raw`.
    const bytesBefore = request.raw.socket.bytesRead - request.raw.readableLength;
    this.arrivals.set(request, { giveBack, reply, bytesBefore, rounds: 0 });
  }

  /** Counts its own rounds, not the time: while we stand still ourselves, nothing can arrive. */
  private endSlow(): void {
    const { LETHE_BODY_GRACE: graceSeconds, LETHE_BODY_MIN_RATE: bytesPerSecond } = this.config;
    for (const [request, arrival] of this.arrivals) {
      const seconds = arrival.rounds; // so many have surely passed before this round
      arrival.rounds += 1;
      const bytes = request.raw.socket.bytesRead - arrival.bytesBefore;
      if (seconds < graceSeconds || bytes >= seconds * bytesPerSecond) continue;
      this.onSlow();
      // Once this is sent, the framework does not go on with a body that comes to its end.
      void arrival.reply.header('connection', 'close').send(new LetheError('request_timeout'));
    }
  }
}

/** Bytes of the body, as the request says. */
function lengthOf({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? UNKNOWN_LENGTH);
}

function piecesOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / ONE_BODY));
}

import { FairSlots } from '@lethe/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from './rates/rate-limits.js';
import { endSignal, onceOver, waitUnlessOver } from '../http/request-end.js';
import { WaitingOnConnection } from './waiting-on-connection.js';

/**
 * Bytes of a data plane's body; stock ones send some hundred. As small as that it arrives while its request waits for a
 * place, and all of them together need no room of their own.
 */
export const DATA_PLANE_BODY_BYTES = 64 * 1024;
/** Requests of one data plane at once. A stock one has two or three. */
const PER_DATA_PLANE = 8;
/** Milliseconds that its rate may make a request wait. */
const MOST_DELAY_MS = 5_000;

/**
 * Data planes are slowed down, never refused: stock ones end with an answer that they don't expect. They have places of
 * their own, which no caller with a token can take, each no more than some of them; and a request keeps its
 * place until its answer has been read, so that unread pages cannot pile up.
 */
export class DataPlaneAdmission {
  private readonly places: FairSlots;
  private readonly waiting = new WaitingOnConnection();

  /**
   * @param options.places of all data planes
   * @param options.rate requests a second of one data plane; 0: no limit
   */
  constructor(
    private readonly rates: Pick<RateLimits, 'delay'>,
    private readonly options: { readonly places: number; readonly rate: number },
  ) {
    this.places = new FairSlots({
      slots: options.places,
      perOwner: PER_DATA_PLANE,
      maxWaiting: Infinity, // its connections are counted, and what waits on each
    });
  }

  /** Waits until the request may begin. @throws LetheError when its caller leaves before */
  async enter(dataPlaneId: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.waiting.with(request, async () => {
      const signal = endSignal(request, reply);
      const { rate } = this.options;
      const waitMs =
        rate === 0 ? 0 : this.rates.delay('data_plane', dataPlaneId, rate, MOST_DELAY_MS);
      if (waitMs > 0) await waitUnlessOver(waitMs, signal);
      await this.places.enter(dataPlaneId, signal);
    });
    onceOver([request, reply], () => {
      this.places.leave(dataPlaneId);
    });
  }
}

import { FairSlots } from '@lethe/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from './rates/rate-limits.js';
import { endSignal, onceOver, waitUnlessOver } from '../http/request-end.js';
import { enterSlot } from './enter-slot.js';
import { WaitingOnConnection } from './waiting-on-connection.js';

/**
 * Maximum body of a data plane, in bytes. A stock data plane sends a few hundred bytes. The body
 * arrives while its request waits for a permit. Such bodies are small, so their total size is not
 * limited.
 */
export const DATA_PLANE_BODY_BYTES = 64 * 1024;
/** Concurrent requests of one data plane. A stock data plane has two or three. */
const PER_DATA_PLANE = 8;
/** Longest delay that the rate limit of a data plane causes. */
const MAX_DELAY_MS = 5_000;

/**
 * Delays requests of data planes and never refuses them, because a stock data plane exits on an
 * unexpected answer. Requests of data planes have separate permits, which no caller with a token
 * can take. One data plane gets at most 8 of these permits. A request keeps its permit until the
 * client has read the answer, so that unread pages do not fill the memory.
 */
export class DataPlaneAdmission {
  private readonly permits: FairSlots;
  private readonly waiting = new WaitingOnConnection();

  /**
   * @param options.places permits of all data planes
   * @param options.rate requests per second of one data plane; 0: no limit
   */
  constructor(
    private readonly rates: Pick<RateLimits, 'delay'>,
    private readonly options: { readonly places: number; readonly rate: number },
  ) {
    this.permits = new FairSlots({
      slots: options.places,
      perOwner: PER_DATA_PLANE,
      maxWaiting: Infinity, // connections, and waiting requests of each connection, are limited
    });
  }

  /**
   * Waits until the request is allowed to begin. @throws LetheError if the client disconnects first
   */
  async enter(dataPlaneId: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.waiting.with(request, async () => {
      const { rate } = this.options;
      const waitMs =
        rate === 0 ? 0 : this.rates.delay('data_plane', dataPlaneId, rate, MAX_DELAY_MS);
      if (waitMs > 0) await waitUnlessOver(waitMs, endSignal(request, reply));
      await enterSlot(this.permits, dataPlaneId, [request, reply]);
    });
    onceOver([request, reply], () => {
      this.permits.leave(dataPlaneId);
    });
  }
}

import { FairSlots } from '@lethe/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpMetrics } from '../http/http-metrics.js';
import { endSignal } from '../http/request-end.js';

/** Pages of the feed that are read at once: the largest have 6 MB, and none may end early, as a short page says that there is no more. */
const MOST_FEED_PAGES = 16;
/** The same of one data plane. */
const MOST_FEED_PAGES_OF_ONE = 4;

/** Pages of the feed that are being read. Which data planes have places at all: `DataPlaneAdmission`. */
export class FeedPages {
  private readonly slots = new FairSlots({
    slots: MOST_FEED_PAGES,
    perOwner: MOST_FEED_PAGES_OF_ONE,
    maxWaiting: Infinity, // each has a place among the requests of data planes
  });

  /** @param http counts who is held back */
  constructor(private readonly http: Pick<HttpMetrics, 'hold'>) {}

  /**
   * Reads a page of the feed when it is the data plane's turn; until then it is held back.
   *
   * @param options.deadline in ms since 1970
   * @returns what `read` returns
   * @throws LetheError `unavailable` when the deadline is over; `request_timeout` when the caller leaves before; what `read` throws
   */
  async read<T>(
    [request, reply]: readonly [FastifyRequest, FastifyReply],
    { dataPlaneId, deadline }: { readonly dataPlaneId: string; readonly deadline: number },
    read: () => Promise<T>,
  ): Promise<T> {
    await this.http.hold(request, () =>
      this.slots.enter(dataPlaneId, endSignal(request, reply, deadline)),
    );
    try {
      return await read();
    } finally {
      this.slots.leave(dataPlaneId);
    }
  }
}

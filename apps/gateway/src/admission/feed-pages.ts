import { FairSlots } from '@lethe/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpMetrics } from '../http/http-metrics.js';
import { enterSlot } from './enter-slot.js';

/**
 * Maximum pages of the feed that are read at once. The largest pages have 6 MB. A page is never
 * cut, because a data plane treats a short page as the end of the feed.
 */
const MAX_FEED_PAGES = 16;
/** Maximum pages that are read at once for one data plane. */
const MAX_FEED_PAGES_OF_ONE = 4;

/** Limits how many pages of the feed are read at once. `DataPlaneAdmission` limits the requests. */
export class FeedPages {
  private readonly slots = new FairSlots({
    slots: MAX_FEED_PAGES,
    perOwner: MAX_FEED_PAGES_OF_ONE,
    maxWaiting: Infinity, // each waiting request holds a permit of `DataPlaneAdmission`
  });

  /** @param http counts requests that wait */
  constructor(private readonly http: Pick<HttpMetrics, 'delay'>) {}

  /**
   * Waits for a slot of the data plane, then reads a page of the feed.
   *
   * @param options.deadline in ms since 1970
   * @returns the result of `read`
   * @throws LetheError `unavailable` at the deadline; `request_timeout` if the client disconnects
   * during the wait; errors of `read`
   */
  async read<T>(
    [request, reply]: readonly [FastifyRequest, FastifyReply],
    { dataPlaneId, deadline }: { readonly dataPlaneId: string; readonly deadline: number },
    read: () => Promise<T>,
  ): Promise<T> {
    await this.http.delay(request, () =>
      enterSlot(this.slots, dataPlaneId, [request, reply], deadline),
    );
    try {
      return await read();
    } finally {
      this.slots.leave(dataPlaneId);
    }
  }
}

import { LetheError } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose place the request has among those in flight. */
    placeOf: string | undefined;
  }
}

/** An owner may have so many times as many places as are free then. */
const GREED = 3;

/**
 * Requests that are worked on, up to a limit. While its body arrives, a request does not count. The more places one owner has
 * taken, the more must be free for another one of theirs: one owner alone gets three quarters, two get three
 * sevenths each, and whoever has none gets one as long as there is any.
 */
export class RequestsInFlight {
  private count = 0;
  private readonly counts = new Map<string, number>();

  /** @param limit most requests at once */
  constructor(private readonly limit: number) {}

  /** Requests that hold a place. */
  get size(): number {
    return this.count;
  }

  /** Takes a place for the request. @param owner of the request @returns the refusal when all are taken */
  enter(request: FastifyRequest, owner: string): LetheError | undefined {
    const own = this.counts.get(owner) ?? 0;
    if (own >= GREED * (this.limit - this.count)) return new LetheError('too_many_requests');
    this.count += 1;
    this.counts.set(owner, own + 1);
    request.placeOf = owner;
    return undefined;
  }

  /** Gives the request's place back, if it has one. */
  leave(request: FastifyRequest): void {
    const owner = request.placeOf;
    if (owner === undefined) return;
    request.placeOf = undefined;
    this.count -= 1;
    const own = (this.counts.get(owner) ?? 1) - 1;
    if (own > 0) this.counts.set(owner, own);
    else this.counts.delete(owner);
  }
}

import { LetheError } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request counts as one in flight. */
    holdsPlace: boolean;
  }
}

/** Requests that are worked on, up to a limit. While its body arrives, a request does not count. */
export class RequestsInFlight {
  private count = 0;

  /** @param limit most requests at once */
  constructor(private readonly limit: number) {}

  /** Takes a place for the request. @returns the refusal when all are taken */
  enter(request: FastifyRequest): LetheError | undefined {
    if (this.count >= this.limit) return new LetheError('too_many_requests');
    this.count += 1;
    request.holdsPlace = true;
    return undefined;
  }

  /** Gives the request's place back, if it has one. */
  leave(request: FastifyRequest): void {
    if (request.holdsPlace) this.count -= 1;
    request.holdsPlace = false;
  }
}

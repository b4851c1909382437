import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** When an answer began that has no end of its own (`performance.now()`): the request took until then. */
    streamedAt: number | undefined;
  }
}

/** The answer of the request goes on until one of the two leaves. To be called before it is sent. */
export function streamsAnswer(request: FastifyRequest): void {
  request.streamedAt = performance.now();
}

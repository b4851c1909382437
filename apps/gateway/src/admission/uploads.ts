import { CAPABILITIES } from '@lethe/api/capabilities';
import { IMPORT_LIMITS, LetheError } from '@lethe/contracts';
import { Tally } from '@lethe/resilience';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpMetrics } from '../http/http-metrics.js';
import { onceOver } from '../http/request-end.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the handler reads the body as a stream, so that it is never completely in memory. */
    streamsBody?: boolean;
  }
}

const TYPES = new Set(
  CAPABILITIES.flatMap(({ operations }) => Object.values(operations)).flatMap(
    ({ streams }) => streams?.types ?? [],
  ),
);
const TOO_MANY = `Too many uploads are in progress: the limit is ${IMPORT_LIMITS.uploadsOfWorkspace} for one workspace and ${IMPORT_LIMITS.uploadsOfGateway} in total. Repeat the request later.`;

/** Returns whether the handler reads the body as a stream. */
export function isUpload({ route }: FastifyRequest): boolean {
  return route.streamsBody === true;
}

/**
 * Limits uploads. An upload is a request with a body that is read as a stream. While the body
 * arrives, the upload takes neither body permits nor request permits.
 */
export class Uploads {
  private readonly arriving = new Tally<string>();

  /** @param http counts refusals */
  constructor(private readonly http: Pick<HttpMetrics, 'refuse'>) {}

  /** @returns the refusal if too many uploads are arriving */
  enter(owner: string, request: FastifyRequest, reply: FastifyReply): LetheError | undefined {
    const { arriving } = this;
    const isFull = arriving.total >= IMPORT_LIMITS.uploadsOfGateway;
    if (isFull || arriving.of(owner) >= IMPORT_LIMITS.uploadsOfWorkspace) {
      this.http.refuse('uploads');
      return new LetheError('too_many_requests', { message: TOO_MANY });
    }
    arriving.add(owner, 1);
    onceOver([request, reply], () => {
      arriving.add(owner, -1);
    });
    return undefined;
  }
}

/** Returns the maximum bytes of the body. */
export function bodyLimitOf(request: FastifyRequest): number {
  return isUpload(request) ? IMPORT_LIMITS.bytes : request.routeOptions.bodyLimit;
}

/** Leaves bodies of upload types unread, because only handlers that read streams accept them. */
export function streamUploads(instance: FastifyInstance): void {
  instance.addContentTypeParser([...TYPES], (_request, _payload, done) => {
    done(null, undefined);
  });
}

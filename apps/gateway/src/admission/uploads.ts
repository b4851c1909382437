import { CAPABILITIES } from '@lethe/api/capabilities';
import { IMPORT_LIMITS, LetheError } from '@lethe/contracts';
import { Tally } from '@lethe/resilience';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpMetrics } from '../http/http-metrics.js';
import { onceOver } from '../http/request-end.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body as it comes: it is never in memory as a whole. */
    streamsBody?: boolean;
  }
}

const TYPES = new Set(
  CAPABILITIES.flatMap(({ operations }) => Object.values(operations)).flatMap(
    ({ streams }) => streams?.types ?? [],
  ),
);
const TOO_MANY = `${IMPORT_LIMITS.uploadsOfWorkspace} uploads of a workspace, and ${IMPORT_LIMITS.uploadsOfGateway} of all, may arrive at once. Repeat the request later.`;

/** @returns whether the route reads its body as it comes */
export function isUpload({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.streamsBody === true;
}

/** Bodies that are handed on as they come. They take no room among other bodies, and no place among requests in progress: they have their own. */
export class Uploads {
  private readonly arriving = new Tally<string>();

  /** @param http counts who is refused */
  constructor(private readonly http: Pick<HttpMetrics, 'refuse'>) {}

  /** @returns the refusal when there are too many */
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

/** @returns bytes that a body may have */
export function bodyLimitOf(request: FastifyRequest): number {
  return isUpload(request) ? IMPORT_LIMITS.bytes : request.routeOptions.bodyLimit;
}

/** Leaves bodies of these types unread: no route takes them but those that read them as they come. */
export function streamUploads(instance: FastifyInstance): void {
  instance.addContentTypeParser([...TYPES], (_request, _payload, done) => {
    done(null, undefined);
  });
}

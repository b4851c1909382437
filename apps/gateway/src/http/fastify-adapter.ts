import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { Logger } from '@lethe/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientErrorHandler } from './client-error.js';
import type { ErrorFilter } from './error.filter.js';
import { requestIdOf } from './request-id.js';
import { API_HEADERS } from './security-headers.js';

/** Bytes of a request line and its headers. */
const MAX_HEADER_BYTES = 16 * 1024;
/** Longer than any URL that is let through: an over-long id is an unknown id. */
const MAX_PARAM_LENGTH = 16 * 1024;

export interface AdapterOptions {
  readonly logger: Logger;
  readonly errors: ErrorFilter;
  /** Bytes. */
  readonly bodyLimit: number;
  /** Milliseconds for a request to arrive, body included. */
  readonly requestTimeoutMs: number;
}

/**
 * Fastify under Nest, without what we do not use (middleware, form bodies, Fastify's own log), and
 * with bodies left as bytes: `@JsonBody()` parses them once the credentials are known.
 */
export function createFastifyAdapter(options: AdapterOptions): FastifyAdapter {
  const adapter = new FastifyAdapter({
    skipMiddie: true,
    bodyLimit: options.bodyLimit,
    requestTimeout: options.requestTimeoutMs,
    keepAliveTimeout: 65_000, // longer than the 60 s of common load balancers, which close first
    requestIdHeader: false,
    genReqId: requestIdOf,
    // What arrives on an open connection while we drain is served; its answer closes the connection.
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: MAX_PARAM_LENGTH,
      querystringParser: () => ({}), // ours is `parseQuery`, once the credentials are known
    },
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: Math.min(10_000, options.requestTimeoutMs),
      connectionsCheckingInterval: Math.min(5_000, options.requestTimeoutMs),
      requireHostHeader: false, // refused by our own hook, in our own shape
    },
    pluginTimeout: 0, // it would end the draining after 10 s, and with an error
    clientErrorHandler: clientErrorHandler(options.logger),
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      void reply.headers(API_HEADERS).header('x-request-id', request.id);
      options.errors.answer(error, request, reply);
    },
  });
  const instance = adapter.getInstance<FastifyInstance>();
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  return adapter;
}

import type { IncomingMessage } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { Logger } from '@lethe/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from './config/gateway.config.js';
import { MAX_PARAM_LENGTH } from './http/allowed-methods.js';
import { clientErrorHandler } from './http/answer/client-error.js';
import type { ErrorFilter } from './http/answer/error.filter.js';
import { DATA_PLANE_BODY_BYTES } from './admission/data-plane-admission.js';
import { requestIdOf } from './http/request/request-id.js';
import { UPLOAD_TIMEOUT_MS } from './admission/request-timeout.js';
import { API_HEADERS } from './request-hooks.js';
import { streamUploads } from './admission/uploads.js';

/** Bytes of a request line and its headers. */
const MAX_HEADER_BYTES = 16 * 1024;

export interface AdapterOptions {
  readonly config: Pick<GatewaySettings, 'LETHE_LIMIT_BODY_BYTES' | 'LETHE_TRUSTED_PROXIES'>;
  readonly logger: Logger;
  readonly errors: ErrorFilter;
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
    bodyLimit: options.config.LETHE_LIMIT_BODY_BYTES,
    requestTimeout: UPLOAD_TIMEOUT_MS, // of others: `RequestTimeout`
    keepAliveTimeout: 65_000, // longer than the 60 s of common load balancers, which close first
    trustProxy: options.config.LETHE_TRUSTED_PROXIES ?? false,
    requestIdHeader: false,
    genReqId: requestIdOf,
    rewriteUrl: targetOf,
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
      // More than a body of a data plane: it arrives while its request waits, and Node's timeout does not end it.
      highWaterMark: DATA_PLANE_BODY_BYTES + 1,
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
  streamUploads(instance);
  return adapter;
}

const SIGN_IN = '/console/sign-in';

/** At the address of the page that signs in, programs get what the page asks. A browser that opens it gets the page, as below any address of the console. */
function targetOf({ url = '', method, headers }: IncomingMessage): string {
  const [path = '', ...query] = url.split('?');
  const isRead = method === 'GET' || method === 'HEAD';
  if (path !== SIGN_IN || !isRead || headers.accept?.includes('text/html') !== true) return url;
  return [`${path}/`, ...query].join('?');
}

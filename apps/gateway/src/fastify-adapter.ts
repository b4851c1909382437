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

/** Maximum bytes of a request line and its headers. */
const MAX_HEADER_BYTES = 16 * 1024;

export interface AdapterOptions {
  readonly config: Pick<GatewaySettings, 'LETHE_LIMIT_BODY_BYTES' | 'LETHE_TRUSTED_PROXIES'>;
  readonly logger: Logger;
  readonly errors: ErrorFilter;
  /** Maximum milliseconds for a request to arrive, body included. */
  readonly requestTimeoutMs: number;
}

/**
 * Creates the Fastify adapter for Nest, without the middleware, form bodies and log of Fastify.
 * Bodies are not parsed here. `readJsonBody` parses a body after the credentials of the request
 * were checked.
 */
export function createFastifyAdapter(options: AdapterOptions): FastifyAdapter {
  const adapter = new FastifyAdapter({
    skipMiddie: true,
    bodyLimit: options.config.LETHE_LIMIT_BODY_BYTES,
    requestTimeout: UPLOAD_TIMEOUT_MS, // for uploads; `RequestTimeout` ends other requests earlier
    // Longer than the 60 s after which common load balancers close connections.
    keepAliveTimeout: 65_000,
    trustProxy: options.config.LETHE_TRUSTED_PROXIES ?? false,
    requestIdHeader: false,
    genReqId: requestIdOf,
    rewriteUrl: targetOf,
    // While the gateway drains, requests on open connections are served, and their answers close
    // the connections.
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: MAX_PARAM_LENGTH,
      querystringParser: () => ({}), // `parseQuery` parses it after the credential check
    },
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: Math.min(10_000, options.requestTimeoutMs),
      connectionsCheckingInterval: Math.min(5_000, options.requestTimeoutMs),
      // Larger than a body of a data plane. So the whole body arrives while its request waits, and
      // the timeout of Node.js does not end the request.
      highWaterMark: DATA_PLANE_BODY_BYTES + 1,
      requireHostHeader: false, // a hook of Lethe refuses requests without Host, with a Lethe error
    },
    pluginTimeout: 0, // the default ends the draining after 10 s, with an error
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

/**
 * Returns the target for the router. The sign-in page and the JSON that the page requests have the
 * same address. A browser that accepts HTML is routed to the page, and programs get the JSON.
 */
function targetOf({ url = '', method, headers }: IncomingMessage): string {
  if (!url.startsWith(SIGN_IN)) return url;
  const [path = '', ...query] = url.split('?');
  const isRead = method === 'GET' || method === 'HEAD';
  if (path !== SIGN_IN || !isRead || headers.accept?.includes('text/html') !== true) return url;
  return [`${path}/`, ...query].join('?');
}

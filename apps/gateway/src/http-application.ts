import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { NestLogger, type Logger } from '@lethe/observability';
import type { FastifyInstance } from 'fastify';
import { addAuthentication } from './auth/authentication.js';
import type { Authenticators } from './auth/identity.js';
import { addDocsHeaders, serveDocs } from './docs/serve-docs.js';
import { GatewayModule, type GatewayParts } from './gateway.module.js';
import { BodiesInFlight, type BodyLimits } from './http/bodies-in-flight.js';
import { ErrorFilter } from './http/error.filter.js';
import { createFastifyAdapter } from './http/fastify-adapter.js';
import { InFlight } from './http/in-flight.js';
import { addRequestHooks } from './http/request-hooks.js';

const REQUEST_TIMEOUT_MS = 30_000;

export interface HttpApplicationOptions extends GatewayParts, Authenticators {
  readonly logger: Logger;
  /** Requests in progress at once. */
  readonly maxInFlight: number;
  readonly bodyLimits: BodyLimits;
  /** Milliseconds that connections of callers are kept at the end, to be closed with an answer. */
  readonly drainTimeoutMs: number;
  /** Milliseconds for a request to arrive; 30 s unless a test is in a hurry. */
  readonly requestTimeoutMs?: number;
}

/** Nest logs that it cannot listen and throws it as well; whoever called `listen` says it once. */
class FrameworkLogger extends NestLogger {
  override error(message: unknown, ...rest: unknown[]): void {
    if (rest.at(-1) !== 'NestApplication') super.error(message, ...rest);
  }
}

/** Puts the HTTP side together, from parts that may be real or made for a test. Not listening yet. */
export async function createHttpApplication(
  options: HttpApplicationOptions,
): Promise<NestFastifyApplication> {
  const { logger, limits, drainTimeoutMs } = options;
  const errors = new ErrorFilter(logger, limits.bodyBytes);
  const adapter = createFastifyAdapter({
    logger,
    errors,
    bodyLimit: limits.bodyBytes,
    requestTimeoutMs: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
  });
  const instance = adapter.getInstance<FastifyInstance>();
  const inFlight = new InFlight(options.maxInFlight);
  const bodies = new BodiesInFlight({ ...options.bodyLimits, largest: limits.bodyBytes });
  addRequestHooks(instance, { logger, inFlight, bodies, drainTimeoutMs });
  addAuthentication(instance, options);
  addDocsHeaders(instance);

  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.from(options),
    adapter,
    { logger: new FrameworkLogger(logger), bodyParser: false, abortOnError: false },
  );
  app.useGlobalFilters(errors);
  serveDocs(app);
  await app.init();
  return app;
}

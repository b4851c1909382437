import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { NestLogger } from '@lethe/observability';
import type { FastifyInstance } from 'fastify';
import { addAuthentication } from './auth/authentication.js';
import { addDocsHeaders, serveDocs } from './docs/serve-docs.js';
import type { GatewayParts } from './gateway-parts.js';
import { GatewayModule } from './gateway.module.js';
import { Drain } from './http/drain.js';
import { ErrorFilter } from './http/answer/error.filter.js';
import { createFastifyAdapter } from './http/fastify-adapter.js';
import { addRequestHooks } from './http/request-hooks.js';

const REQUEST_TIMEOUT_MS = 30_000;

/** Nest logs that it cannot listen and throws it as well; whoever called `listen` says it once. */
class FrameworkLogger extends NestLogger {
  override error(message: unknown, ...rest: unknown[]): void {
    if (rest.at(-1) !== 'NestApplication') super.error(message, ...rest);
  }
}

/**
 * Makes the public HTTP edge. Call `listen` on it, and `close` before the database is closed: that
 * makes the gateway unready, stops taking connections, and returns when every request is answered.
 *
 * @param requestTimeoutMs milliseconds for a request to arrive; 30 s unless a test is in a hurry
 */
export async function createGateway(
  parts: GatewayParts,
  requestTimeoutMs: number = REQUEST_TIMEOUT_MS,
): Promise<NestFastifyApplication> {
  const { config, logger } = parts;
  const errors = new ErrorFilter(logger, config.LETHE_LIMIT_BODY_BYTES);
  const adapter = createFastifyAdapter({ config, logger, errors, requestTimeoutMs });
  const instance = adapter.getInstance<FastifyInstance>();
  const drain = new Drain(parts);
  addRequestHooks(instance, { config, logger, drain });
  addAuthentication(instance, parts);
  addDocsHeaders(instance);

  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.from(parts, drain),
    adapter,
    { logger: new FrameworkLogger(logger), bodyParser: false, abortOnError: false },
  );
  app.useGlobalFilters(errors);
  serveDocs(app);
  await app.init();
  return app;
}

import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { RequestLimits } from '@lethe/contracts';
import { Metrics, NestLogger, NO_TRACING } from '@lethe/observability';
import type { FastifyInstance } from 'fastify';
import { REQUEST_TIMEOUT_MS } from './admission/request-timeout.js';
import { AccessController } from './access/tokens-and-data-planes.handlers.js';
import { Admission } from './admission/admission.js';
import { addAuthentication } from './auth/authentication.js';
import { countLookups } from './auth/credential-metrics.js';
import { FailedCredentials } from './auth/failed-credentials.js';
import { ConsoleSessions } from './auth/session/console-sessions.js';
import { SessionCookies } from './auth/session/session-cookies.js';
import { CATALOG_CONTROLLERS } from './catalog/catalog.handlers.js';
import { requestLimits } from './config/gateway.config.js';
import { serveConsole } from './console/assets/serve-console.js';
import { SessionController } from './console/session.handlers.js';
import { OidcController } from './console/sign-in/oidc.controller.js';
import { DATA_PLANE_CONTROLLERS } from './data-plane/configuration.handlers.js';
import { DELETION_CONTROLLERS } from './deletions/deletions.handlers.js';
import { addDocsHeaders, serveDocs } from './docs/serve-docs.js';
import { serveGuides } from './docs/serve-guides.js';
import { EventsController } from './events/events.handlers.js';
import { createFastifyAdapter } from './fastify-adapter.js';
import type { GatewayParts } from './gateway-parts.js';
import { HealthController } from './health/health.controller.js';
import { ErrorFilter } from './http/answer/error.filter.js';
import { Drain } from './http/drain.js';
import { HttpMetrics } from './http/http-metrics.js';
import { addTracing } from './http/trace-requests.js';
import { ImportsController } from './imports/imports.handlers.js';
import { GATEWAY, type GatewayController } from './operations/controller-of.js';
import { RegulationsController } from './regulations/regulations.handlers.js';
import { addRequestHooks } from './request-hooks.js';
import { measureTestRuns } from './tests/test-run-metrics.js';
import { TestsController } from './tests/tests.handlers.js';
import { UsersController } from './users/users.handlers.js';

const CONTROLLERS = checkedControllers(
  RegulationsController,
  UsersController,
  ImportsController,
  ...DELETION_CONTROLLERS,
  EventsController,
  ...CATALOG_CONTROLLERS,
  TestsController,
  AccessController,
  SessionController,
  OidcController,
  ...DATA_PLANE_CONTROLLERS,
  HealthController,
);

/**
 * Takes arguments and not a list, because the compiler checks the type of each argument. For a
 * list, the compiler would check only the common type of the elements.
 */
function checkedControllers(...controllers: readonly GatewayController<Gateway>[]) {
  return controllers;
}

interface Gateway extends GatewayParts, Pick<Admission, 'callers' | 'answers' | 'feedPages'> {
  readonly metrics: Metrics;
  readonly limits: RequestLimits;
  readonly drain: Drain;
  readonly cookies: SessionCookies;
  readonly consoleSessions: ConsoleSessions;
}

/**
 * Drops one log line of Nest. If Nest cannot listen, it both logs and throws the error, and the
 * caller of `listen` logs the error again.
 */
class FrameworkLogger extends NestLogger {
  override error(message: unknown, ...rest: unknown[]): void {
    if (rest.at(-1) !== 'NestApplication') super.error(message, ...rest);
  }
}

/**
 * Creates the public HTTP server. Call `listen` on the result, and `close` before the database is
 * closed. `close` makes the gateway unready, accepts no more connections, and returns when every
 * request is answered.
 *
 * @param requestTimeoutMs maximum milliseconds for a request to arrive; only tests need less than
 * 30 s
 */
export async function createGateway(
  parts: GatewayParts,
  requestTimeoutMs: number = REQUEST_TIMEOUT_MS,
): Promise<NestFastifyApplication> {
  const { config, logger, metrics = new Metrics(false) } = parts;
  const http = new HttpMetrics(metrics);
  const errors = new ErrorFilter(logger);
  const adapter = createFastifyAdapter({ config, logger, errors, requestTimeoutMs });
  const instance = adapter.getInstance<FastifyInstance>();
  const drain = new Drain(parts);
  addTracing(instance, parts.tracing ?? NO_TRACING);
  const admission = new Admission(instance, {
    ...{ config, logger, metrics, http, requestTimeoutMs },
    demands: parts.rateDemands,
  });
  addRequestHooks(instance, { admission, logger, drain, http });
  const failedCredentials = new FailedCredentials(config.LETHE_FAILED_CREDENTIALS);
  const authenticators = countLookups(parts, metrics, logger);
  const cookies = new SessionCookies(config.LETHE_PUBLIC_URL);
  const { callers, answers, feedPages } = admission;
  const consoleSessions = new ConsoleSessions({
    ...authenticators,
    ...{ sessions: parts.sessions, failedCredentials, callers, cookies, http },
  });
  addAuthentication(instance, authenticators, {
    failedCredentials,
    sessions: consoleSessions,
    http,
  });
  addDocsHeaders(instance);
  serveConsole(instance, parts.console);
  serveGuides(instance, parts.console?.guides);
  admission.sliceAnswers();

  const gateway: Gateway = {
    ...{ ...parts, metrics, callers, answers, feedPages, drain, cookies, consoleSessions },
    limits: requestLimits(config),
    testRuns: measureTestRuns(parts.testRuns, metrics),
  };
  const app = await NestFactory.create<NestFastifyApplication>(gatewayModule(gateway), adapter, {
    ...{ logger: new FrameworkLogger(logger), bodyParser: false, abortOnError: false },
  });
  app.useGlobalFilters(errors);
  serveDocs(app, config.LETHE_PUBLIC_URL);
  await app.init();
  return app;
}

@Module({})
class GatewayModule {}

/**
 * Returns the only Nest module. All controllers are in one module, because they share the parts.
 */
export function gatewayModule(gateway: Gateway): DynamicModule {
  return {
    module: GatewayModule,
    controllers: [...CONTROLLERS],
    providers: [
      { provide: GATEWAY, useValue: gateway },
      { provide: Drain, useValue: gateway.drain },
      ...new Set(CONTROLLERS.flatMap(({ brings = [] }) => brings)),
    ],
  };
}

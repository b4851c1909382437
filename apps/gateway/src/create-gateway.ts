import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Metrics, NestLogger } from '@lethe/observability';
import { NO_TRACING } from '@lethe/tracing';
import type { FastifyInstance } from 'fastify';
import { Admission } from './admission/admission.js';
import { addAuthentication } from './auth/authentication.js';
import { countLookups } from './auth/credential-metrics.js';
import { Strangers } from './auth/strangers.js';
import { ConsoleSessions } from './auth/session/console-sessions.js';
import { SessionCookies } from './auth/session/session-cookies.js';
import { serveConsole } from './console/assets/serve-console.js';
import { oidcSettings } from './console/sign-in/identity-provider.js';
import { SingleSignOn } from './console/sign-in/single-sign-on.js';
import { addDocsHeaders, serveDocs } from './docs/serve-docs.js';
import { FeedMetrics } from './data-plane/feed-metrics.js';
import type { GatewayParts } from './gateway-parts.js';
import { GatewayModule } from './gateway.module.js';
import { EventStreams } from './events/event-streams.js';
import { Drain } from './http/drain.js';
import { ErrorFilter } from './http/answer/error.filter.js';
import { createFastifyAdapter } from './http/fastify-adapter.js';
import { HttpMetrics } from './http/http-metrics.js';
import { addRequestHooks } from './http/request-hooks.js';
import { addTracing } from './http/trace-requests.js';
import { countTestRuns } from './tests/count-test-runs.js';

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
  const { config, logger, metrics = new Metrics(false) } = parts;
  const http = new HttpMetrics(metrics);
  const errors = new ErrorFilter(logger);
  const adapter = createFastifyAdapter({ config, logger, errors, requestTimeoutMs });
  const instance = adapter.getInstance<FastifyInstance>();
  const streams = new EventStreams({ ...parts, metrics });
  const drain = new Drain(parts);
  addTracing(instance, parts.tracing ?? NO_TRACING);
  const admission = new Admission(instance, {
    ...{ config, logger, metrics, http, requestTimeoutMs },
    demands: parts.rateDemands,
  });
  // First of all: what waits for the connections to end would wait for the streams.
  instance.addHook('preClose', (done) => {
    streams.stop();
    done();
  });
  addRequestHooks(instance, { admission, logger, drain, http });
  const strangers = new Strangers(config.LETHE_FAILED_CREDENTIALS);
  const authenticators = countLookups(parts, metrics, logger);
  const cookies = new SessionCookies(config.LETHE_PUBLIC_URL);
  const sessions = new ConsoleSessions({
    ...authenticators,
    ...{ sessions: parts.sessions, strangers, limits: admission.callers, cookies, http },
  });
  const oidc = oidcSettings(config);
  const singleSignOn =
    oidc &&
    new SingleSignOn(oidc, {
      people: parts.personSessions,
      secrets: parts.secrets,
      cookies,
      logger,
    });
  addAuthentication(instance, authenticators, { strangers, sessions, http });
  addDocsHeaders(instance);
  serveConsole(instance, parts.console);
  admission.watchAnswers();

  const feed = new FeedMetrics(metrics, parts.dataPlaneCatalog);
  instance.addHook('onClose', (_instance, done) => {
    feed.stop();
    done();
  });

  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.from(
      { ...parts, testRuns: countTestRuns(parts.testRuns, metrics) },
      {
        admission,
        drain,
        metrics,
        feed,
        streams,
        sessions,
        singleSignOn,
      },
    ),
    adapter,
    { logger: new FrameworkLogger(logger), bodyParser: false, abortOnError: false },
  );
  app.useGlobalFilters(errors);
  serveDocs(app, config.LETHE_PUBLIC_URL);
  await app.init();
  return app;
}

import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { describeError, Metrics, NestLogger } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';
import { NO_TRACING } from '@lethe/tracing';
import type { FastifyInstance } from 'fastify';
import { addAuthentication } from './auth/authentication.js';
import { countLookups } from './auth/credential-metrics.js';
import { Strangers } from './auth/strangers.js';
import { ConsoleSessions } from './console/session/console-sessions.js';
import { SessionCookies } from './console/session/session-cookies.js';
import { serveConsole } from './console/assets/serve-console.js';
import { oidcSettings } from './console/sign-in/identity-provider.js';
import { SingleSignOn } from './console/sign-in/single-sign-on.js';
import { addDocsHeaders, serveDocs } from './docs/serve-docs.js';
import { FeedMetrics } from './data-plane/feed-metrics.js';
import type { GatewayParts } from './gateway-parts.js';
import { GatewayModule } from './gateway.module.js';
import { watchConnections } from './http/connections.js';
import { DataPlanePlaces } from './http/data-plane-places.js';
import { EventStreams } from './events/event-streams.js';
import { Drain } from './http/drain.js';
import { ErrorFilter } from './http/answer/error.filter.js';
import { createFastifyAdapter } from './http/fastify-adapter.js';
import { ExpectedAnswers } from './http/expected-answers.js';
import { FeedPages } from './http/feed-pages.js';
import { HttpMetrics } from './http/http-metrics.js';
import { RequestDeadlines } from './http/request-deadlines.js';
import { addRequestHooks } from './http/request-hooks.js';
import { addTracing } from './http/trace-requests.js';
import { UnreadAnswers } from './http/unread-answers.js';
import { watchAnswers } from './http/watch-answers.js';
import { CallerLimits, limitRequests } from './rate-limits/limit-requests.js';
import { RateLimits } from './rate-limits/rate-limits.js';
import { countTestRuns } from './test-runs/count-test-runs.js';

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
  const unheard = new LogThrottle();
  const rates = new RateLimits({
    demands: parts.rateDemands,
    metrics,
    onError: (error) => {
      if (!unheard.isDue()) return;
      logger.warn(
        { error: describeError(error) },
        'rate limits are not shared with other gateways',
      );
    },
  });
  instance.addHook('onClose', () => rates.stop());
  const limits = new CallerLimits(rates, config, http);
  limitRequests(instance, limits);
  const unread = new UnreadAnswers(config, http);
  const expected = new ExpectedAnswers(config, unread);
  // First of all: what waits for the connections to end would wait for the streams.
  instance.addHook('preClose', (done) => {
    streams.stop();
    done();
  });
  addRequestHooks(instance, {
    ...{ config, logger, drain, http, unread },
    connections: watchConnections(instance.server, config),
    deadlines: new RequestDeadlines(instance.server, requestTimeoutMs),
    dataPlanes: new DataPlanePlaces(rates, {
      places: config.LETHE_MAX_DATA_PLANE_REQUESTS,
      rate: config.LETHE_RATE_DATA_PLANE,
    }),
  });
  const strangers = new Strangers(config.LETHE_FAILED_CREDENTIALS);
  const authenticators = countLookups(parts, metrics, logger);
  const cookies = new SessionCookies(config.LETHE_PUBLIC_URL);
  const sessions = new ConsoleSessions({
    ...authenticators,
    ...{ sessions: parts.sessions, strangers, limits, cookies, http },
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
  watchAnswers(instance, { expected, unread });

  const feed = new FeedMetrics(metrics, parts.dataPlaneCatalog);
  instance.addHook('onClose', (_instance, done) => {
    feed.stop();
    done();
  });

  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.from(
      { ...parts, testRuns: countTestRuns(parts.testRuns, metrics) },
      {
        expected,
        feedPages: new FeedPages(http),
        drain,
        limits,
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

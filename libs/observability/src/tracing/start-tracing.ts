import { LogThrottle, withDeadline } from '@lethe/resilience';
import { describeError } from '../describe-error.js';
import type { Logger } from '../logger.js';
import type { TracingVariables } from './tracing-variables.js';

/** Tracing of this process. */
export interface Tracing {
  readonly isOn: boolean;
  /** Whether a caller's trace goes on here, its sampling included: with a parent-based sampler. */
  readonly followsCallers: boolean;
  /** Sends what waits, for three seconds at most. */
  stop(): Promise<void>;
}

/** Spans are not worth a longer shutdown. */
const FLUSH_MS = 3_000;

export interface StartTracingOptions {
  /** For the default name of the service, `lethe-<app>`. */
  readonly app: string;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Nothing is traced. */
export const NO_TRACING: Tracing = {
  isOn: false,
  followsCallers: false,
  stop: () => Promise.resolve(),
};

/**
 * Begins to trace where the configuration names a collector. To be awaited before the first request.
 *
 * While the collector is away, spans wait up to a number and are then dropped; a line in the log says so, one a minute at most.
 */
export async function startTracing(
  config: TracingVariables,
  { app, logger }: StartTracingOptions,
): Promise<Tracing> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || config.OTEL_SDK_DISABLED) {
    return NO_TRACING;
  }
  // 20 MB and more than 100 ms: only where it is wanted. By the name of the package, so that it is no part of a bundle.
  // eslint-disable-next-line @nx/enforce-module-boundaries -- a relative import would be bundled
  const { startExporter } = await import('@lethe/observability/otlp-exporter');
  const losses = new LogThrottle({ intervalMs: 60_000 });
  const close = await startExporter({
    config,
    name: config.OTEL_SERVICE_NAME ?? `lethe-${app}`,
    onLost: (error) => {
      if (!losses.isDue()) return;
      logger.warn({ error: describeError(error) }, 'spans could not be sent to the collector');
    },
  });
  return {
    isOn: true,
    followsCallers: config.OTEL_TRACES_SAMPLER.startsWith('parentbased_'),
    stop: () =>
      withDeadline(
        close().catch(() => undefined),
        FLUSH_MS,
        () => undefined,
      ),
  };
}

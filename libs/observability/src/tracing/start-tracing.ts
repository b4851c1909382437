import { LogThrottle, withDeadline } from '@lethe/resilience';
import { describeError } from '../describe-error.js';
import type { Logger } from '../logger.js';
import type { TracingVariables } from './tracing-variables.js';

export interface Tracing {
  readonly isOn: boolean;
  /**
   * Whether the trace of a caller continues here, including its sampling. It is true with a
   * parent-based sampler.
   */
  readonly followsCallers: boolean;
  /** Sends the waiting spans. This takes at most three seconds. */
  stop(): Promise<void>;
}

/**
 * Maximum time to send the waiting spans. It is short, so that the shutdown does not take much
 * longer.
 */
const FLUSH_MS = 3_000;

export interface StartTracingOptions {
  /** Name of the app. The default name of the service is `lethe-<app>`. */
  readonly app: string;
  readonly logger: Pick<Logger, 'warn'>;
}

export const NO_TRACING: Tracing = {
  isOn: false,
  followsCallers: false,
  stop: () => Promise.resolve(),
};

/**
 * Starts tracing if a collector is configured. Await the result before the first request.
 *
 * While the collector is unreachable, spans wait in a queue of limited size. Further spans are
 * dropped. Losses are logged at most once a minute.
 */
export async function startTracing(
  config: TracingVariables,
  { app, logger }: StartTracingOptions,
): Promise<Tracing> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || config.OTEL_SDK_DISABLED) {
    return NO_TRACING;
  }
  // The module is loaded only if tracing is on, because it takes 20 MB and more than 100 ms. The
  // import uses the name of the package, so that no bundle contains the module.
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

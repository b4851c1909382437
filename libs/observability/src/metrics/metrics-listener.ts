import { splitAddress } from '@lethe/config';
import { describeError } from '../describe-error.js';
import { startHealthServer, type HealthServerOptions } from '../health-server.js';
import type { Logger } from '../logger.js';
import type { Metrics } from './metrics.js';

/** A listener on which Prometheus reads metrics. */
export interface MetricsListener {
  /** Absent if the listener is not open. */
  readonly port?: number;
  close(): Promise<void>;
}

const NOT_OPEN: MetricsListener = { close: () => Promise.resolve() };

/**
 * Serves metrics and health on a listener that is not the public port. Opens nothing if metrics are
 * off. If the listener cannot be opened, only a warning is logged, because the app must work
 * without metrics.
 *
 * @param options.listen host:port
 */
export async function startMetricsListener({
  listen,
  logger,
  ...options
}: Omit<HealthServerOptions, 'host' | 'port'> & {
  readonly metrics: Metrics;
  readonly listen: string;
  readonly logger: Logger;
}): Promise<MetricsListener> {
  if (!options.metrics.isOn) return NOT_OPEN;
  try {
    return await startHealthServer({ ...options, ...splitAddress(listen) });
  } catch (error) {
    const text = 'the port for metrics cannot be opened: choose another LETHE_METRICS_LISTEN';
    logger.warn({ listen, error: describeError(error) }, text);
    return NOT_OPEN;
  }
}

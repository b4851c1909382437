import { splitAddress } from '@lethe/config';
import { describeError } from '../describe-error.js';
import { startHealthServer, type HealthServerOptions } from '../health-server.js';
import type { Logger } from '../logger.js';
import type { Metrics } from './metrics.js';

/** What shows metrics to Prometheus. */
export interface MetricsListener {
  /** None where nothing is shown. */
  readonly port?: number;
  close(): Promise<void>;
}

const NOT_OPEN: MetricsListener = { close: () => Promise.resolve() };

/**
 * Shows metrics, and the health beside them, on a listener apart from a public port. Without metrics nothing is
 * opened. A listener that cannot be opened is a line in the log: nobody shall be refused for want of metrics.
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
    const text = 'metrics cannot be shown here: choose another LETHE_METRICS_LISTEN';
    logger.warn({ listen, error: describeError(error) }, text);
    return NOT_OPEN;
  }
}

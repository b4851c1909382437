import { z } from 'zod';
import { address, flag } from './variables.js';

/** Where a process that has no port for its health shows its metrics, and whether any are counted. */
export const metricsVariables = {
  LETHE_METRICS: flag(true).describe('Whether to count what happens, for Prometheus.'),
};

/** @param fallback host and port of the listener */
export function metricsListen(fallback: string) {
  return address()
    .default(fallback)
    .describe(
      'host:port on which /metrics, /livez and /readyz are answered, apart from the public port. Not opened with LETHE_METRICS=false.',
    );
}

export type MetricsVariables = Readonly<z.infer<z.ZodObject<typeof metricsVariables>>>;

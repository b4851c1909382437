import { address } from './kinds.js';

/** @param fallback host and port of the listener */
export function metricsListen(fallback: string) {
  return address()
    .default(fallback)
    .describe(
      'host:port on which /metrics, /livez and /readyz are answered, apart from the public port. Not opened with LETHE_METRICS=false.',
    );
}

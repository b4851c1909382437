import { address } from './kinds.js';

/** @param fallback default `host:port` */
export function metricsListen(fallback: string) {
  return address()
    .default(fallback)
    .describe(
      'Address (host:port) of a separate listener for /metrics, /livez and /readyz. It is not opened with LETHE_METRICS=false.',
    );
}

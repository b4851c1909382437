import { flag, logLevel, port } from '@lethe/config';
import { z } from 'zod';
import { tracingVariables } from './tracing/index.js';

/** Variables of the logs, metrics and traces of each process. */
export const processVariables = {
  LOG_LEVEL: logLevel(),
  LETHE_METRICS: flag(true).describe('Whether to collect metrics for Prometheus.'),
  ...tracingVariables,
};

/**
 * Returns `processVariables` and the variables of a health port.
 *
 * @param paths paths of the health port
 */
export function serviceVariables(fallbackPort: number, paths = '/livez, /readyz') {
  return {
    HOST: z.string().min(1).default('127.0.0.1').describe('Address of the health port.'),
    PORT: port(fallbackPort).describe(`Health port (${paths}); 0 chooses a free port.`),
    ...processVariables,
  };
}

export type ProcessVariables = Readonly<z.infer<z.ZodObject<typeof processVariables>>>;
export type ServiceVariables = Readonly<z.infer<z.ZodObject<ReturnType<typeof serviceVariables>>>>;

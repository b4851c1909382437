import { flag, logLevel, port } from '@lethe/config';
import { z } from 'zod';
import { tracingVariables } from './tracing/index.js';

/** What each process is told of its logs, metrics and traces. */
export const processVariables = {
  LOG_LEVEL: logLevel(),
  LETHE_METRICS: flag(true).describe('Whether to count what happens, for Prometheus.'),
  ...tracingVariables,
};

/** The same of a process whose only port is the one for its health. @param paths that are answered there */
export function serviceVariables(fallbackPort: number, paths = '/livez, /readyz') {
  return {
    HOST: z.string().min(1).default('127.0.0.1').describe('Address of the health port.'),
    PORT: port(fallbackPort).describe(`Health port (${paths}); 0 takes a free one.`),
    ...processVariables,
  };
}

export type ProcessVariables = Readonly<z.infer<z.ZodObject<typeof processVariables>>>;
export type ServiceVariables = Readonly<z.infer<z.ZodObject<ReturnType<typeof serviceVariables>>>>;

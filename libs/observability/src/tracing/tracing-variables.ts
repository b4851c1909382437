import { urlOf } from '@lethe/contracts';
import { fileOf, flag, integer, optionalText } from '@lethe/config';
import { z } from 'zod';

const SAMPLERS = [
  ...['always_on', 'always_off', 'traceidratio'],
  ...['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'],
] as const;

/**
 * Variables of OpenTelemetry's specification, with its default values. They say where spans are
 * sent, and which traces are sampled.
 */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isCollector, 'must be a URL like http://collector:4318, without user and query')
    .optional()
    .describe(
      'Collector for spans, by OTLP over HTTP. Without it, tracing is off and its code is not loaded. See docs/tracing.md.',
    ),
  OTEL_SDK_DISABLED: flag(false).describe('Turns tracing off, whatever else is set.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'], 'must be http/protobuf or http/json')
    .default('http/protobuf')
    .describe('Format in which spans are sent.'),
  OTEL_EXPORTER_OTLP_HEADERS: optionalText(
    'Headers for the collector, as key=value,key=value; values URL-encoded.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS_FILE: fileOf('OTEL_EXPORTER_OTLP_HEADERS'),
  OTEL_EXPORTER_OTLP_TIMEOUT: integer({ min: 1, max: 600_000 }, 10_000).describe(
    'Milliseconds after which an export of spans fails, including its retries.',
  ),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Name of this process in traces. Default: lethe-<app>.'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, `must be one of ${SAMPLERS.join(', ')}`)
    .default('parentbased_always_on')
    .describe(
      'Which traces are kept. Set the same value for all apps; otherwise traces have gaps.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .transform(Number)
    .refine((share) => share >= 0 && share <= 1, 'must be a number from 0 to 1')
    .default(1)
    .describe('Share of traces that a traceidratio sampler keeps, from 0 to 1.'),
  OTEL_BSP_SCHEDULE_DELAY: integer({ min: 1, max: 600_000 }, 5_000).describe(
    'Milliseconds between two exports of spans.',
  ),
  OTEL_BSP_MAX_QUEUE_SIZE: integer({ min: 1, max: 1_000_000 }, 2_048).describe(
    'Maximum number of spans that wait for export. Further spans are dropped.',
  ),
};

export type TracingVariables = Readonly<z.infer<z.ZodObject<typeof tracingVariables>>>;

function isCollector(text: string): boolean {
  const url = urlOf(text);
  if (url === undefined) return false;
  const { protocol, username, password, search, hash } = url;
  const rest = [username, password, search, hash];
  return ['http:', 'https:'].includes(protocol) && rest.every((part) => part === '');
}

import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api';
import {
  parseKeyPairsIntoRecord,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import { readBuild } from '@lethe/config';
import { randomUUID } from 'node:crypto';
import { samplerOf } from './sampler.js';
import { TraceContexts } from './trace-contexts.js';
import type { TracingVariables } from './tracing-variables.js';

/**
 * The exporter times out this much earlier than the processor, so that only one export runs at a
 * time.
 */
const LEEWAY_MS = 1_000;

/**
 * Matches warnings of the SDK about spans that were lost although no export failed. All other
 * messages of the SDK are ignored, because they can quote headers.
 */
const REPORTS_LOSS = /^(Dropped \d+ spans|Received Partial Success)/;

const WARNINGS = { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true };

/** The queue was full, or the collector refused a part of an export. */
class SpansDroppedError extends Error {
  override readonly name = 'SpansDroppedError';
}

export interface OpenSdkOptions {
  readonly config: TracingVariables;
  /** Default name of the service. */
  readonly name: string;
  /** Called when spans were lost because they could not be sent. */
  readonly onLost: (error: unknown) => void;
}

/**
 * Starts tracing for the whole process. Import this module only if tracing is on, because it loads
 * the SDK.
 *
 * @returns function that sends the waiting spans and stops; it has no time limit
 */
export async function startExporter({
  config,
  name,
  onLost,
}: OpenSdkOptions): Promise<() => Promise<void>> {
  setGlobalErrorHandler(onLost);
  const warn = (text: string): void => {
    if (REPORTS_LOSS.test(text)) onLost(new SpansDroppedError());
  };
  diag.setLogger({ error: ignore, warn, info: ignore, debug: ignore, verbose: ignore }, WARNINGS);
  const processor = new BatchSpanProcessor({
    exporter: await openExporter(config),
    scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
    maxQueueSize: config.OTEL_BSP_MAX_QUEUE_SIZE,
    exportTimeoutMillis: config.OTEL_EXPORTER_OTLP_TIMEOUT + LEEWAY_MS,
  });
  const provider = new TracerProvider({
    sampler: samplerOf(config),
    spanProcessors: [processor],
    resource: resourceFromAttributes({
      'service.name': name,
      'service.version': readBuild().version,
      'service.instance.id': randomUUID(),
    }).merge(detectResources({ detectors: [envDetector] })), // OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES
  });
  context.setGlobalContextManager(new TraceContexts());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return async () => {
    await provider.shutdown().finally(() => {
      trace.disable();
      propagation.disable();
      context.disable();
      diag.disable();
    });
  };
}

function ignore(): void {
  // only warnings about lost spans are used
}

/**
 * Creates the exporter. The exporter itself reads the variables for compression and certificates.
 */
async function openExporter(config: TracingVariables): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    config.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/*$/, '') ?? '';
  return new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: config.OTEL_EXPORTER_OTLP_TIMEOUT,
    headers: parseKeyPairsIntoRecord(config.OTEL_EXPORTER_OTLP_HEADERS),
  });
}

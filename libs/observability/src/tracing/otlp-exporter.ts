import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
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
import type { TracingVariables } from './tracing-variables.js';

/** The exporter gives up first: so one sending is on its way, and not one more each time that we give up. */
const LEEWAY_MS = 1_000;

/** How the SDK says that spans are lost where no sending failed. All else that it says may quote headers. */
const SAYS_LOST = /^(Dropped \d+ spans|Received Partial Success)/;

const WARNINGS = { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true };

/** More spans waited than may, or the collector did not take all that it was sent. */
class SpansDroppedError extends Error {
  override readonly name = 'SpansDroppedError';
}

export interface OpenSdkOptions {
  readonly config: TracingVariables;
  /** Default name of the service. */
  readonly name: string;
  /** Spans could not be sent, and are lost. */
  readonly onLost: (error: unknown) => void;
}

/**
 * Makes spans real, for the whole process: this module loads the SDK, so it is imported only where spans are wanted.
 *
 * @returns sends what waits, and lets go; without a bound of time
 */
export async function startExporter({
  config,
  name,
  onLost,
}: OpenSdkOptions): Promise<() => Promise<void>> {
  setGlobalErrorHandler(onLost);
  const warn = (text: string): void => {
    if (SAYS_LOST.test(text)) onLost(new SpansDroppedError());
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
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
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
  // only losses are told
}

/** Compression and certificates: the exporter reads the variables of these itself. */
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

import { loadConfig } from '@lethe/config';
import { z } from 'zod';
import { tracingVariables } from './tracing-variables.js';

const load = (environment: Record<string, string>) =>
  loadConfig(z.object(tracingVariables), environment);

describe('tracingVariables', () => {
  it('have the default values of the specification', () => {
    expect(load({})).toEqual({
      OTEL_SDK_DISABLED: false,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_EXPORTER_OTLP_TIMEOUT: 10_000,
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_TRACES_SAMPLER_ARG: 1,
      OTEL_BSP_SCHEDULE_DELAY: 5_000,
      OTEL_BSP_MAX_QUEUE_SIZE: 2_048,
    });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'elsewhere:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://elsewhere:4317'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:password@collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318?key=secret'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
  ])('refuse %s=%s, without its value in the message', (name, value) => {
    let message = '';
    try {
      load({ [name]: value });
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain(`${name}: must be`);
    expect(message).not.toContain(value);
  });

  it.each(['0', '1', '0.05', '1e-05'])('accept %s as a share', (share) => {
    expect(load({ OTEL_TRACES_SAMPLER_ARG: share })).toMatchObject({
      OTEL_TRACES_SAMPLER_ARG: Number(share),
    });
  });
});

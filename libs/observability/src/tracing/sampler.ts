import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { TracingVariables } from './tracing-variables.js';

const PARENT_BASED = 'parentbased_';

/** Returns the sampler that `OTEL_TRACES_SAMPLER` selects. */
export function samplerOf(config: TracingVariables): Sampler {
  const { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share } = config;
  const root = rootSampler(name.replace(PARENT_BASED, ''), share);
  return name.startsWith(PARENT_BASED) ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, share: number): Sampler {
  if (name === 'always_on') return new AlwaysOnSampler();
  if (name === 'always_off') return new AlwaysOffSampler();
  return new TraceIdRatioBasedSampler(share);
}

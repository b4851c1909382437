import type { DestinationProvider } from '../destination-provider.js';

/** Stands in where no transformer is configured: says so for every event. */
export function createMissingTransformer(): DestinationProvider {
  return {
    transform: ({ destinationType }) =>
      Promise.resolve({
        status: 'failed',
        error: `${destinationType} is served by a transformer, and none is configured. Tell whoever runs this service to set LETHE_TRANSFORMER_URL.`,
      }),
    close: () => Promise.resolve(),
  };
}

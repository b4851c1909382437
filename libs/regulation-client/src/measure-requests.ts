import { LetheError } from '@lethe/contracts';
import type { Metrics } from '@lethe/observability';
import { AnswerLostError } from './answer-lost-error.js';
import type { RegulationConnections } from './connections/regulation-connections.js';

/**
 * Measures the duration and the outcome of the commands over these connections.
 *
 * @returns the same connections, measured
 */
export function measureRequests(
  connections: Pick<RegulationConnections, 'request' | 'size'>,
  metrics: Metrics,
): Pick<RegulationConnections, 'request'> {
  const durations = metrics.histogram(
    'rpc_client_duration_seconds',
    'Time of commands to the regulation service, by outcome: ok, answer_lost, or the error code.',
    { labels: ['command', 'outcome'] },
  );
  let pending = 0;
  metrics.gauge('rpc_client_pending', 'Commands that wait for their answer.', () => pending);
  metrics.gauge(
    'rpc_client_connections',
    'Open connections to the regulation service.',
    () => connections.size,
  );
  return {
    request: async (command, data, timeoutMs) => {
      const startedAt = performance.now();
      pending += 1;
      let outcome = 'ok';
      try {
        return await connections.request(command, data, timeoutMs);
      } catch (error) {
        outcome = outcomeOf(error);
        throw error;
      } finally {
        pending -= 1;
        durations.observe({ command, outcome }, (performance.now() - startedAt) / 1_000);
      }
    },
  };
}

function outcomeOf(error: unknown): string {
  if (error instanceof AnswerLostError) return 'answer_lost';
  return error instanceof LetheError ? error.code : 'internal';
}

import { z } from 'zod';
import { CommandFailure } from '../command-context.js';
import type { ApiClient } from './api-client.js';

const READINESS = z.object({
  status: z.enum(['ready', 'not_ready']),
  reasons: z.array(z.string()),
  warnings: z.array(z.string()).optional(),
  checks: z.record(z.string(), z.enum(['up', 'down'])),
});

/** What `/readyz` says: 503 is an answer like 200. */
export type Readiness = z.infer<typeof READINESS>;

/** @throws CommandFailure when nobody answers, or somebody else */
export async function readReadiness(api: ApiClient): Promise<Readiness> {
  const parsed = READINESS.safeParse(await api.look('/readyz'));
  if (parsed.success) return parsed.data;
  throw new CommandFailure(`${api.url} does not answer as Lethe does. Check LETHE_URL.`);
}

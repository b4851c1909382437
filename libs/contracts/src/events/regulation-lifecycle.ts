import { z } from 'zod';
import { DELETION_STATES, REGULATION_TYPES } from '../regulations/regulation-states.js';

const base = {
  regulationId: z.uuid(),
  workspaceId: z.string().min(1).max(64),
  occurredAt: z.iso.datetime(),
};

/**
 * Schema of the values on `regulation.lifecycle.v1`. A value is a fact about a regulation, without
 * identifiers of the user.
 */
export const regulationLifecycleSchema = z
  .discriminatedUnion('fact', [
    z.object({
      ...base,
      fact: z.literal('created'),
      regulationType: z.enum(REGULATION_TYPES),
    }),
    z.object({ ...base, fact: z.literal('canceled') }),
    z.object({
      ...base,
      fact: z.literal('deletion_status_changed'),
      destinationId: z.string().min(1).max(64),
      status: z.enum(DELETION_STATES),
    }),
  ])
  .meta({
    title: 'RegulationLifecycle',
    description: 'A fact about one regulation. It holds no identifier of the user.',
  });

export type RegulationLifecycle = z.infer<typeof regulationLifecycleSchema>;

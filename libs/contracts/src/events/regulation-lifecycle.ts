import { z } from 'zod';
import { DELETION_STATES, REGULATION_TYPES } from '../regulations/regulation-states.js';

const base = {
  regulationId: z.uuid(),
  workspaceId: z.string().min(1).max(64),
  occurredAt: z.iso.datetime(),
};

/** Values on `regulation.lifecycle.v1`: facts about a regulation, without any user identifier. */
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
    description: 'A fact about one regulation. Holds no identifier but the id of the regulation.',
  });

export type RegulationLifecycle = z.infer<typeof regulationLifecycleSchema>;

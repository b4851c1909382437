import { z } from 'zod';
import { parseEgressAllow } from './egress-allow.js';

/** Variable of every app that sends requests to addresses that users choose. */
export const egressVariables = {
  LETHE_DELIVERY_ALLOW: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .superRefine((entries, context) => {
      try {
        parseEgressAllow(entries);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
      }
    })
    .describe(
      'Addresses outside of the public internet that deliveries, deletions and user code may reach: CIDRs, addresses and host names, separated by commas. For development.',
    ),
};

import { z } from 'zod';
import { parseEgressAllow } from './egress-allow.js';

/** The variable of an app that makes requests to addresses that users chose. */
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
      'Exceptions from the addresses that deliveries, deletions and user code must not reach: CIDRs, addresses and host names, separated by commas. For development.',
    ),
};

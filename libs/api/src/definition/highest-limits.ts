import { HIGHEST_LIMITS } from '@lethe/contracts';
import type { CheckSettings } from './kinds.js';

/** The service's: no gateway lets more pass. What has no highest value is bounded by the length of a command. */
export const HIGHEST: CheckSettings = {
  limits: {
    ...HIGHEST_LIMITS,
    bodyBytes: Infinity,
    suppressionsPerRequest: Infinity,
    deletionsPerRequest: Infinity,
    testMessageBytes: Infinity,
  },
  refusesUnknown: false,
};

import { HIGHEST_LIMITS } from '@lethe/contracts';
import type { CheckSettings } from './kinds.js';

/**
 * Settings of the regulation service, with limits that no gateway can exceed. The maximum length of
 * a command limits the values that are infinite here.
 */
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

import { HIGHEST_LIMITS } from '@lethe/contracts';
import type { CheckSettings } from './kinds.js';

/**
 * Settings of the regulation service, with limits that no gateway can exceed. Infinite values are
 * limited by the maximum length of a command.
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

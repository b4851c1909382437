import { integer } from './kinds.js';

/**
 * Variables of each process that keeps identifiers, and of those that check a workspace file. They
 * must have the same values everywhere.
 */
export const retentionVariables = {
  LETHE_PII_RETENTION_DAYS: integer({ min: 0, max: 3650 }, 30).describe(
    'Days for which identifiers other than the userId are kept after a deletion. Set the same value for the gateway, the regulation service and the command line.',
  ),
};

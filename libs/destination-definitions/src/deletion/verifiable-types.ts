import { isFilled } from './deletion-capability.js';

/**
 * Types of destinations that can be asked after a deletion whether they still have data of a user.
 * The deletion provider of each of them implements `verify`, except for `CUSTOM`, whose destinations
 * are asked by self-hosted workers. A `WEBHOOK` takes verifications only if it has a
 * `verificationUrl`.
 */
export const VERIFIABLE_TYPES: readonly string[] = [
  'CUSTOM',
  'KAFKA',
  'POSTGRES',
  'REDIS',
  'S3',
  'WEBHOOK',
];

/**
 * Returns whether a destination can be asked.
 *
 * @param type type of the destination, such as `WEBHOOK`
 * @param config stored configuration of the destination
 */
export function isVerifiable(type: string, config: Readonly<Record<string, unknown>>): boolean {
  if (type === 'WEBHOOK' && !isFilled(config.verificationUrl)) return false;
  return VERIFIABLE_TYPES.includes(type);
}

/**
 * Types of destinations that can be asked after a deletion whether they still have data of a user.
 * The deletion provider of each of them implements `verify`, except for `CUSTOM`, whose destinations
 * are asked by self-hosted workers.
 */
export const VERIFIABLE_TYPES: readonly string[] = ['CUSTOM', 'KAFKA', 'POSTGRES', 'REDIS'];

/**
 * Types of destinations that can be asked after a deletion whether they still have data of a user.
 * The deletion provider of each of them implements `verify`.
 */
export const VERIFIABLE_TYPES: readonly string[] = ['KAFKA', 'POSTGRES', 'REDIS'];

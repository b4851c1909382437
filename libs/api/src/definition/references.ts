import type { Dto, Kind } from './kinds.js';

/**
 * Returns a reference to the schema of a DTO. A kind that uses the reference must list the DTO in
 * `refersTo`.
 */
export function refTo({ name }: Dto): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** A DTO in an answer, or null. */
export const orNull = (type: Dto): Kind => ({
  schema: { oneOf: [refTo(type), { type: 'null' }] },
  refersTo: [type],
});

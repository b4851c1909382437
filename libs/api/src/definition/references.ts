import type { Dto, Kind } from './kinds.js';

/** JSON Schema of a DTO, by its name in the document. The kind that has it says so in `refersTo`. */
export function refTo({ name }: Dto): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** A DTO in an answer, or null. */
export const orNull = (type: Dto): Kind => ({
  schema: { oneOf: [refTo(type), { type: 'null' }] },
  refersTo: [type],
});

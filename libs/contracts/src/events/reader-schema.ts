import { z } from 'zod';

/**
 * Returns the JSON Schema for readers of a topic. It allows unknown members, because later releases
 * can add members. The Zod schema removes unknown members when it parses a value.
 *
 * @param schema the schema of a topic in `TOPICS`
 */
export function readerSchema(schema: z.ZodType): object {
  return z.toJSONSchema(schema, { io: 'input' });
}

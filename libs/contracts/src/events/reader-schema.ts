import { z } from 'zod';

/**
 * The JSON Schema for whoever reads a topic: it lets members pass that it does not name, as later
 * versions may add some. Parsing with the schema itself leaves them out.
 *
 * @param schema of a topic of `TOPICS`
 */
export function readerSchema(schema: z.ZodType): object {
  return z.toJSONSchema(schema, { io: 'input' });
}

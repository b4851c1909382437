/** Characters that begin or end an embedding, an override or an isolate of the text direction. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns a text that a person wrote, for use within a sentence. Characters in it cannot change the
 * direction of the text around it.
 */
export function isolated(text: string): string {
  return `\u2068${text.replace(DIRECTION_CONTROLS, '')}\u2069`;
}

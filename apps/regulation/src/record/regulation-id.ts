const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text could be the id of a regulation; other texts need no lookup. */
export function isRegulationId(text: string): boolean {
  return UUID.test(text);
}

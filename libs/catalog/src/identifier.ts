/** Ids of workspaces, namespaces, sources, destinations, transformations and libraries. */
export const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether a text can be an id at all; nothing else needs to be looked up. */
export function isIdentifier(text: string): boolean {
  return ID_PATTERN.test(text);
}

/** Pattern of a JSON Pointer (RFC 6901) that does not point to the root. */
export const JSON_POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;

/** Returns the names in a pointer that matches `JSON_POINTER`. */
export function namesOfPointer(pointer: string): string[] {
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

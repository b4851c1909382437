/** A JSON Pointer (RFC 6901) to something below the root. */
export const JSON_POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;

/** @param pointer that `JSON_POINTER` matches @returns the names on its way */
export function namesOfPointer(pointer: string): string[] {
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

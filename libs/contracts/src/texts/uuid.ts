/** Pattern of a UUID in lower case, whatever its version. */
export const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const UUID = new RegExp(`^${UUID_PATTERN}$`, 'i');

/** @param hex 32 digits, or more: the others are left out */
export function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

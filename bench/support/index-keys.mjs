/** Ids of workspaces as our ids go, and of users as UUIDs go. */
const WORKSPACES = Array.from({ length: 8 }, (_, index) => `ws_2CjKVPGcnWvKy9yh5qjTLlU${index}`);

/** @returns workspace and user of a number; another for each up to 2^32 */
export function keyAt(number) {
  return [WORKSPACES[number & 7], userAt(number)];
}

/** @returns one of the first `users` keys, chosen by chance */
export function hitAt(_, users) {
  return keyAt(Math.floor(Math.random() * users));
}

/** @returns a key that is none of those */
export function missAt(number) {
  return keyAt(2 ** 31 + number);
}

/** Looks like a UUID; flat, as a parsed string is, and not a rope of pieces. */
function userAt(number) {
  const digits = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35]
    .map((factor) => (Math.imul(number, factor) >>> 0).toString(16).padStart(8, '0'))
    .join('');
  const parts = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16)];
  const text = `${parts.join('-')}-${digits.slice(16, 20)}-${(number >>> 0).toString(16).padStart(12, '0')}`;
  return Buffer.from(text, 'latin1').toString('latin1');
}

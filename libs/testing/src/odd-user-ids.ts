import { normaliseUserId } from '@lethe/contracts';
import { Random } from './random.js';

/** Characters that a suppression key omits: blanks, control characters and invisible characters. */
const LEFT_OUT = [
  ...['\u00A0', '\t', '\n', '\r\n', '\u2003', '\u2028', '\u3000', '\u0007', '\u007F', '\u0085'],
  ...['\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF', '\u00AD', '\u034F', '\u3164', '\uFE0F'],
  ...['\u202E', '\u2066', '\u180E', '\uE000', '\uFFFF', '\u{E0001}', '\u{F0000}', '\u{10FFFD}'],
];
const EDGES = [' ', '  ', ...LEFT_OUT];
const MIDDLES = [
  'Doe',
  'ü',
  'u\u0308',
  '日本語',
  '\u{1F469}\u200D\u{1F680}',
  'a b',
  '"',
  "'",
  ';',
  ',',
  '\\',
];

/**
 * Returns different user ids. Each id differs from its suppression key. In each group of ten ids,
 * two ids have the same key. No id of the list equals a suppression key, because an id that equals
 * a key belongs to another user.
 */
export function oddUserIds(count: number, seed: number): string[] {
  const random = new Random(seed);
  const ids = new Set<string>();
  while (ids.size < count) {
    const n = ids.size % 10 === 9 ? ids.size - 1 : ids.size;
    const begin = random.chance(0.3) ? random.pick(EDGES) : '';
    const middle = `${random.pick(LEFT_OUT)}${n % 10 === 8 ? '' : random.pick(MIDDLES)}`;
    const end = random.chance(0.3) ? random.pick(EDGES) : '';
    const id = `${begin}user${middle}-${String(n)}${end}`;
    if (normaliseUserId(id) !== id) ids.add(id);
  }
  return [...ids];
}

/**
 * Letters of other scripts beside the Latin one that fonts draw alike, and digits: the pairs of Unicode UTS 39 that a keyboard offers.
 * Variants (full-width, mathematical, ligatures) are undone by NFKC before.
 */
const PAIRS: readonly (readonly [string, string])[] = [
  // Cyrillic
  ['АВЕЅІЈКМНОРСТУХԚԜӀ', 'ABESIJKMHOPCTYXQWl'],
  ['аеѕіјкорсухһԁԛԝӏѵг', 'aesijkopcyxhdqwlvr'],
  // Greek
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['αγικνορτυσ', 'ayikvoptuo'],
  // Armenian
  ['ՍՏՕոսօհցզ', 'USOnuohgq'],
  // Latin letters and signs
  ['ıɑɡɩǀ’‘ʼ', "iagll'''"],
];
const DRAWN_ALIKE: ReadonlyMap<string, string> = new Map(
  PAIRS.flatMap(([others, latin]) =>
    Array.from(others, (other, at) => [other, latin.charAt(at)] as const),
  ),
);
const ASCII = /^[\x20-\x7e]*$/;

/** Finds a name that a person could take for another one. @returns the first such of `names`, and not `name` itself */
export function lookAlike(name: string, names: Iterable<string>): string | undefined {
  const own = skeletonsOf(name);
  for (const other of names) {
    if (other === name) continue;
    const { folded, drawn } = skeletonsOf(other);
    if (folded === own.folded || drawn === own.drawn) return other;
  }
  return undefined;
}

/** Two forms: read without regard to case, and by its shapes, in which `I` and `l` are one. */
function skeletonsOf(name: string): { readonly folded: string; readonly drawn: string } {
  const plain = ASCII.test(name) ? name : latinOf(name);
  const text = plain.replace(/\s+/g, ' ').trim().replaceAll('1', 'l');
  return {
    folded: text.toLowerCase().replaceAll('0', 'o').replaceAll('rn', 'm'),
    drawn: text.replaceAll('0', 'O').replaceAll('I', 'l').replaceAll('rn', 'm'),
  };
}

function latinOf(name: string): string {
  const text = name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\p{Pd}/gu, '-');
  return Array.from(text, (character) => DRAWN_ALIKE.get(character) ?? character).join('');
}

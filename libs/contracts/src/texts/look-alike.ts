/**
 * Characters that look like Latin characters. These are the pairs of Unicode UTS 39 that can be
 * typed on a keyboard. Variants (full-width, mathematical, ligatures) are not here, because NFKC
 * replaces them first.
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
const LATIN_OF: ReadonlyMap<string, string> = new Map(
  PAIRS.flatMap(([others, latin]) =>
    Array.from(others, (other, at) => [other, latin.charAt(at)] as const),
  ),
);
const ASCII = /^[\x20-\x7e]*$/;

/**
 * Returns the first name in `names` that is not `name`, but that a person could confuse with it.
 */
export function lookAlike(name: string, names: Iterable<string>): string | undefined {
  const own = skeletonsOf(name);
  for (const other of names) {
    if (other === name) continue;
    const { folded, drawn } = skeletonsOf(other);
    if (folded === own.folded || drawn === own.drawn) return other;
  }
  return undefined;
}

/**
 * Returns two forms of a name for comparisons. `folded` ignores case. `drawn` replaces characters
 * that look alike, for example `I` by `l`.
 */
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
  return Array.from(text, (character) => LATIN_OF.get(character) ?? character).join('');
}

const HIDDEN = '***';
const SHOWN = 2;

/** As the API masks it: what tells two apart and gives little away; of an e-mail address its domain, too. */
export function maskIdentifier(value: unknown, name = 'userId'): string {
  if (typeof value !== 'string') return HIDDEN;
  const at = name === 'email' ? value.lastIndexOf('@') : 0;
  if (at > 0) return `${Array.from(value)[0] ?? ''}${HIDDEN}${value.slice(at)}`;
  const characters = Array.from(value);
  return characters.length <= 2 * SHOWN ? HIDDEN : characters.slice(0, SHOWN).join('') + HIDDEN;
}

const QUOTE = '"';
const ESCAPE = '\\';
const OF_RETURN = /^return(?:\s*=|$)/i;

/**
 * Whether a `Prefer` header (RFC 7240) asks for what was created: `return=representation`. Of a preference that is named
 * twice the first counts.
 */
export function asksForRepresentation(prefer: string | undefined): boolean {
  if (prefer === undefined) return false;
  const wanted = preferencesIn(prefer).find((preference) => OF_RETURN.test(preference));
  const value = wanted?.slice(wanted.indexOf('=') + 1).trim();
  return value === 'representation' || value === '"representation"';
}

/** @returns preferences without their parameters. Commas and semicolons within quotes are part of a value. */
function preferencesIn(header: string): readonly string[] {
  const preferences: string[] = [];
  let from = 0;
  let end: number | undefined;
  let isQuoted = false;
  for (let at = 0; at <= header.length; at += 1) {
    const character = header[at];
    if (character === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted && character === ESCAPE) at += 1;
    else if (character === ';' && !isQuoted) end ??= at;
    else if (character === undefined || (character === ',' && !isQuoted)) {
      preferences.push(header.slice(from, end ?? at).trim());
      from = at + 1;
      end = undefined;
    }
  }
  return preferences;
}

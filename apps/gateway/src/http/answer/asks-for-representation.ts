const QUOTE = '"';
const ESCAPE = '\\';
const RETURN_PREFERENCE = /^return(?:\s*=|$)/i;

/**
 * Returns whether a `Prefer` header (RFC 7240) asks for the created resource with
 * `return=representation`. If the header has several `return` preferences, the first one is used.
 */
export function asksForRepresentation(prefer: string | undefined): boolean {
  if (prefer === undefined) return false;
  const found = preferencesIn(prefer).find((preference) => RETURN_PREFERENCE.test(preference));
  const value = found?.slice(found.indexOf('=') + 1).trim();
  return value === 'representation' || value === '"representation"';
}

/**
 * Returns the preferences without their parameters. Commas and semicolons in quotes are part of a
 * value.
 */
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

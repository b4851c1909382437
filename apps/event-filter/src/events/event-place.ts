import { z } from 'zod';

/** Place that names a user, workspace or source of an event: a header, a member or a fixed text. */
export type EventPlace =
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'pointer'; readonly path: readonly string[] }
  | { readonly kind: 'fixed'; readonly text: string };

const SYNTAX =
  'must be a list of header:<name>, pointer:/<path> (RFC 6901) or fixed:<text>, separated by commas';

/** Returns the schema of a variable with an ordered list of places. */
export function eventPlaces(fallback: string) {
  return z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const places = text.split(',').map((place) => parsePlace(place.trim()));
      if (places.every((place) => place !== undefined)) return places;
      context.addIssue({ code: 'custom', message: SYNTAX });
      return z.NEVER;
    });
}

/** Parses one place. Returns undefined if the text is not a valid place. */
export function parsePlace(text: string): EventPlace | undefined {
  const colon = text.indexOf(':');
  const rest = text.slice(colon + 1);
  if (colon < 0 || rest === '') return undefined;
  switch (text.slice(0, colon)) {
    case 'header':
      return { kind: 'header', name: rest };
    case 'fixed':
      return { kind: 'fixed', text: rest };
    case 'pointer':
      return parsePointer(rest);
    default:
      return undefined;
  }
}

/** In RFC 6901, section 3, `~1` is a slash and `~0` is a tilde. No other escape exists. */
function parsePointer(text: string): EventPlace | undefined {
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
  const path = text.slice(1).split('/');
  return {
    kind: 'pointer',
    path: path.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')),
  };
}

import { z } from 'zod';

/** Where something that an event names is to be found. */
export type EventPlace =
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'pointer'; readonly path: readonly string[] }
  | { readonly kind: 'fixed'; readonly text: string };

const SYNTAX =
  'must be a list of places separated by commas, each header:<name>, pointer:/<path> (RFC 6901) or fixed:<text>';

/** A variable that lists places, in the order in which they are read. */
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

/** @returns undefined when the text is no place */
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

/** RFC 6901, section 3: `~1` is a slash, `~0` a tilde, and nothing else is escaped. */
function parsePointer(text: string): EventPlace | undefined {
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
  const path = text.slice(1).split('/');
  return {
    kind: 'pointer',
    path: path.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')),
  };
}

type Qualities = ReturnType<typeof readQualities>;

interface Preference {
  readonly quality: number;
  /** 2 for `type/subtype`, 1 for `type/*`, 0 for a wildcard, -1 when nothing matched. */
  readonly specificity: number;
}

/**
 * Whether an `Accept` header prefers `application/json` to `text/plain` (RFC 9110 §12.5.1). On
 * equal quality JSON wins where it is named, as axios and generated clients name both; or at least
 * named more precisely than text. Otherwise, and without a header, it is text, as the API always
 * answered.
 */
export function prefersJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*') return false;
  const ranges = readQualities(accept);
  const json = preferenceFor('application', 'json', ranges);
  const text = preferenceFor('text', 'plain', ranges);
  if (json.quality !== text.quality) return json.quality > text.quality;
  const isNamed = json.specificity === 2 || json.specificity > text.specificity;
  return json.quality > 0 && isNamed;
}

function preferenceFor(type: string, subtype: string, ranges: Qualities): Preference {
  let best: Preference = { quality: 0, specificity: -1 };
  for (const [media, quality] of ranges) {
    const specificity = [`*/*`, `${type}/*`, `${type}/${subtype}`].indexOf(media);
    if (specificity < 0 || specificity < best.specificity) continue;
    // The same type may stand there for several versions or character sets of it.
    if (specificity > best.specificity || quality > best.quality) best = { quality, specificity };
  }
  return best;
}

/** What a header such as `Accept` or `Accept-Encoding` lists, in small letters, and how much each is wanted: from 0 to 1. */
export function readQualities(header: string): (readonly [name: string, quality: number])[] {
  return header.split(',').map((text) => {
    const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
    return [name, quality >= 0 && quality <= 1 ? quality : 0];
  });
}

type Qualities = ReturnType<typeof readQualities>;

interface Preference {
  readonly quality: number;
  /** 2 for `type/subtype`, 1 for `type/*`, 0 for any type, -1 for no match. */
  readonly specificity: number;
}

/**
 * Returns whether an `Accept` header prefers `application/json` to `text/plain` (RFC 9110 §12.5.1).
 * At equal quality, JSON is preferred if the header contains `application/json`, or if its match is
 * more specific. Axios and generated clients send both types. In all other cases, the answer is
 * text, for compatibility.
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
    // The same type can appear several times, with different versions or character sets.
    if (specificity > best.specificity || quality > best.quality) best = { quality, specificity };
  }
  return best;
}

/**
 * Returns the items of a header such as `Accept` or `Accept-Encoding`, in lower case, each with its
 * quality from 0 to 1.
 */
export function readQualities(header: string): (readonly [name: string, quality: number])[] {
  return header.split(',').map((text) => {
    const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
    return [name, quality >= 0 && quality <= 1 ? quality : 0];
  });
}

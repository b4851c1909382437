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
  const ranges = accept.split(',');
  const json = preferenceFor('application', 'json', ranges);
  const text = preferenceFor('text', 'plain', ranges);
  if (json.quality !== text.quality) return json.quality > text.quality;
  const isNamed = json.specificity === 2 || json.specificity > text.specificity;
  return json.quality > 0 && isNamed;
}

function preferenceFor(type: string, subtype: string, ranges: readonly string[]): Preference {
  let best: Preference = { quality: 0, specificity: -1 };
  for (const range of ranges) {
    const [media = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const specificity = [`*/*`, `${type}/*`, `${type}/${subtype}`].indexOf(media);
    if (specificity < 0 || specificity < best.specificity) continue;
    const quality = qualityOf(parameters);
    // The same type may stand there for several versions or character sets of it.
    if (specificity > best.specificity || quality > best.quality) best = { quality, specificity };
  }
  return best;
}

function qualityOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  if (weight === undefined) return 1;
  const quality = Number(weight.slice(2));
  return quality >= 0 && quality <= 1 ? quality : 0;
}

import { TEXTS } from './texts.js';

/** Returns the position of a message in the code, such as `Line 3, column 7: `. */
export function placeText({
  line,
  column,
  library,
}: {
  readonly line?: number;
  readonly column?: number;
  readonly library?: string;
}): string {
  const { placeText } = TEXTS;
  if (line === undefined) return library === undefined ? '' : `${placeText.library(library)}: `;
  const place = column === undefined ? placeText.line(line) : placeText.lineAndColumn(line, column);
  return library === undefined
    ? `${place}: `
    : `${placeText.library(library)}, ${place.toLowerCase()}: `;
}

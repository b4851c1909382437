/** Where something is in code, before what it is: `Line 3, column 7: `. */
export function placeText({
  line,
  column,
  library,
}: {
  readonly line?: number;
  readonly column?: number;
  readonly library?: string;
}): string {
  if (line === undefined) return library === undefined ? '' : `Library ${library}: `;
  const place = column === undefined ? `Line ${line}` : `Line ${line}, column ${column}`;
  return library === undefined ? `${place}: ` : `Library ${library}, ${place.toLowerCase()}: `;
}

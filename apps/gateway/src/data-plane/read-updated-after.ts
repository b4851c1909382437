const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Reads `?updatedAfter=`. What is no time counts as absent: a data plane that was refused would ask
 * for the same again forever, and without it the answer is complete.
 *
 * @param target of the request
 * @returns milliseconds since 1970, rounded down
 */
export function readUpdatedAfter(target: string): number | undefined {
  const given = new URL(target, 'http://gateway').searchParams.getAll('updatedAfter').at(-1);
  // A "+" that was not percent-encoded arrives as a blank.
  const text = given?.replace(' ', '+') ?? '';
  const time = TIME.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

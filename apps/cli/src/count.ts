/** Returns a number with a noun, such as "1 job" or "2 jobs". */
export function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

const MS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/**
 * Returns the rules with all times (`for`, ranges, compared ages) divided by a factor. Prometheus
 * scrapes every second instead of every 15 s, so the number of samples stays the same.
 *
 * @param factor divides the times
 */
export function hurriedRules(text: string, factor: number): string {
  return text
    .replaceAll(/(?<=for: |[[:])(\d+)([smhd])(?=[\]:\n])/g, (_, count: string, unit: string) => {
      return `${String(Math.ceil((Number(count) * MS[unit]! * 1_000) / factor))}ms`;
    })
    .replaceAll(/(?<=[<>] )(60|120|300|3600)\b/g, (seconds) => String(Number(seconds) / factor));
}

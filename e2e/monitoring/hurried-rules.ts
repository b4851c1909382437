const MS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/**
 * The same rules in a hurry: whatever lasts so many seconds (`for`, ranges, ages that are compared) lasts a fraction
 * of it. Scraped each second instead of each fifteen, that is the same number of samples.
 *
 * @param factor by which times are divided
 */
export function hurriedRules(text: string, factor: number): string {
  return text
    .replaceAll(/(?<=for: |[[:])(\d+)([smhd])(?=[\]:\n])/g, (_, count: string, unit: string) => {
      return `${String(Math.ceil((Number(count) * MS[unit]! * 1_000) / factor))}ms`;
    })
    .replaceAll(/(?<=[<>] )(60|120|300|3600)\b/g, (seconds) => String(Number(seconds) / factor));
}

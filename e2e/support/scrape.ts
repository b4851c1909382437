import type { Instance } from './instance.js';

export interface Scrape {
  readonly text: string;
  /** Type of each metric, by name. */
  readonly types: ReadonlyMap<string, string>;
  /**
   * Returns the sum of all series of a metric that have these labels. Returns undefined if no
   * series has them.
   */
  readonly value: (name: string, labels?: Readonly<Record<string, string>>) => number | undefined;
}

export async function scrape(instance: Instance): Promise<Scrape> {
  const [, port = ''] = /"(?:health|metrics)":(\d+)/.exec(instance.lines.join('\n')) ?? [];
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await answer.text();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => {
    return [name, type] as const;
  });
  return {
    text,
    types: new Map(types),
    value: (name, labels = {}) => {
      const values = text.split('\n').flatMap((line) => {
        const [, found, shown = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
        const all = Object.entries(labels).map(([label, is]) => `${label}="${is}"`);
        const has = found === name && all.every((label) => shown.split(',').includes(label));
        return has ? [Number(value)] : [];
      });
      return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
    },
  };
}

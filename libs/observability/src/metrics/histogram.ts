import { Series } from './series.js';

interface ShownValue {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

interface Counts {
  sum: number;
  /**
   * Number of values in each bucket, without the values of lower buckets. The last element counts
   * the values above the last bound.
   */
  readonly inBucket: number[];
}

export interface HistogramOptions {
  /** Full name, including the prefix. */
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  /** Upper bounds, in ascending order. */
  readonly buckets: readonly number[];
}

/**
 * A histogram whose values prom-client shows. The histogram of prom-client takes 0.63 µs per value
 * with three labels; this class takes 0.10 µs (measured in a loop).
 */
export class Histogram {
  readonly name: string;
  readonly help: string;
  readonly type = 'histogram';
  readonly labelNames: readonly string[];
  private readonly buckets: readonly number[];
  private readonly series: Series<Counts>;

  constructor({ name, help, labelNames, buckets }: HistogramOptions) {
    this.name = name;
    this.help = help;
    this.labelNames = labelNames;
    this.buckets = buckets;
    this.series = new Series(labelNames, () => ({
      sum: 0,
      inBucket: Array.from({ length: buckets.length + 1 }, () => 0),
    }));
    if (labelNames.length === 0) this.series.of({}); // shown before the first value
  }

  observe(labels: Readonly<Record<string, string>>, value: number): void {
    const { buckets } = this;
    const counts = this.series.of(labels);
    let bucket = 0;
    while (bucket < buckets.length && value > (buckets[bucket] ?? Infinity)) bucket += 1;
    counts.inBucket[bucket] = (counts.inBucket[bucket] ?? 0) + 1;
    counts.sum += value;
  }

  /** Returns the values. The registry of prom-client calls this at each scrape. */
  get() {
    const { name, help, type } = this;
    const values = [...this.series.all].flatMap(([labels, counts]) => this.shown(labels, counts));
    return Promise.resolve({ name, help, type, aggregator: 'sum', values });
  }

  private shown(labels: Readonly<Record<string, string>>, { sum, inBucket }: Counts): ShownValue[] {
    const { name, buckets } = this;
    let count = 0;
    const values: ShownValue[] = inBucket.map((here, at) => ({
      labels: { le: buckets[at] ?? '+Inf', ...labels },
      value: (count += here),
      metricName: `${name}_bucket`,
    }));
    return [
      ...values,
      { labels, value: sum, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ];
  }
}

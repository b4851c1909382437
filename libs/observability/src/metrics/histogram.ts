import { Series } from './series.js';

interface ShownValue {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

interface Counts {
  sum: number;
  /** Of each bucket alone, and of what is beyond the last one. */
  readonly inBucket: number[];
}

export interface HistogramOptions {
  /** As it is shown. */
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  /** Upper bounds, in rising order. */
  readonly buckets: readonly number[];
}

/** A histogram that prom-client shows. Its own takes six times as long: 0.63 µs a value instead of 0.10, with three labels, in a loop. */
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
    if (labelNames.length === 0) this.series.of({}); // shown before there is a value
  }

  observe(labels: Readonly<Record<string, string>>, value: number): void {
    const { buckets } = this;
    const counts = this.series.of(labels);
    let bucket = 0;
    while (bucket < buckets.length && value > (buckets[bucket] ?? Infinity)) bucket += 1;
    counts.inBucket[bucket] = (counts.inBucket[bucket] ?? 0) + 1;
    counts.sum += value;
  }

  /** What prom-client's registry asks for at a scrape. */
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

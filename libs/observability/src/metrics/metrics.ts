import { Counter, Gauge, Registry, type Metric } from 'prom-client';
import { Histogram } from './histogram.js';
import { Series } from './series.js';

/**
 * Prefix of all metric names except the names of HTTP metrics. Metrics of HTTP have the stable
 * names of OpenTelemetry.
 */
const PREFIX = 'lethe_';

type Labels<L extends string> = Readonly<Record<L, string>>;

export interface CounterMetric<L extends string> {
  /** @param by increase; must not be negative */
  inc(labels: Labels<L>, by?: number): void;
}

export interface HistogramMetric<L extends string> {
  /** @param value in the unit of the metric's name: seconds, bytes */
  observe(labels: Labels<L>, value: number): void;
}

interface Labelled<L extends string> {
  readonly labels?: readonly L[];
}

/** Value of one series of a gauge at a scrape. */
export interface Reading<L extends string> {
  readonly labels: Labels<L>;
  readonly value: number;
}

type Read = () => readonly Reading<string>[];

/**
 * Upper bounds in seconds. They cover the range from a cached response to the longest wait of a
 * caller.
 */
export const LATENCY_BUCKETS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
] as const;

/**
 * The metrics of a process for Prometheus. In the standalone app, several apps share one process.
 * So parts that request the same name get the same metric.
 *
 * Label values must come from a small, closed set, such as routes and states. Never use ids of
 * users, or values that a caller can choose without a limit.
 */
export class Metrics {
  readonly registry = new Registry();
  private readonly counters = new Map<string, Series<{ by: number }>>();
  private readonly gauges = new Map<string, Gauge>();
  private readonly histograms = new Map<string, Histogram>();
  private readonly reads = new Map<string, Set<Read>>();

  /** @param isOn if false, nothing is collected or shown */
  constructor(readonly isOn = true) {}

  /**
   * Returns a counter, which only increases. Its name ends in `_total`.
   *
   * @param name name without the prefix, as in all methods below. A name that begins with `http_`
   * gets no prefix
   * @param options.known labels of series that are shown with 0 before their first increase. When a
   * new series appears, Prometheus sees no increase. Without this option, the first error would go
   * unnoticed. A counter without labels is always shown.
   */
  counter<L extends string = never>(
    name: string,
    help: string,
    {
      labels: names = [],
      known = [],
    }: Labelled<L> & { readonly known?: readonly Labels<L>[] } = {},
  ): CounterMetric<L> {
    if (!this.isOn) return { inc: ignore };
    const counts = ensure(this.counters, name, () => {
      const series = new Series(names, () => ({ by: 0 }));
      new Counter<string>({
        ...this.options(name, help, names),
        collect() {
          this.reset();
          for (const [labels, { by }] of series.all) this.inc(labels, by);
        },
      });
      return series;
    });
    for (const labels of names.length === 0 ? [{}] : known) counts.of(labels);
    return {
      inc: (labels, by = 1) => {
        counts.of(labels).by += by;
      },
    };
  }

  /**
   * @param options.buckets upper bounds in the unit of the name; {@link LATENCY_BUCKETS} if absent
   */
  histogram<L extends string = never>(
    name: string,
    help: string,
    options: Labelled<L> & { readonly buckets?: readonly number[] } = {},
  ): HistogramMetric<L> {
    if (!this.isOn) return { observe: ignore };
    const { labels = [], buckets = LATENCY_BUCKETS } = options;
    return ensure(this.histograms, name, () => {
      const made = new Histogram({ ...this.options(name, help, labels), buckets });
      this.registry.registerMetric(made as unknown as Metric); // the registry calls only `get`
      return made;
    });
  }

  /**
   * Like `observe`, for a gauge without labels. The gauge is not shown while `read` returns
   * undefined.
   */
  gauge(name: string, help: string, read: () => number | undefined): () => void {
    return this.observe(name, help, [], () => {
      const value = read();
      return value === undefined ? [] : [{ labels: {}, value }];
    });
  }

  /**
   * Adds a gauge that is read at each scrape. `read` must answer from memory. Values with the same
   * labels are added up, for example the values of two apps in one process.
   *
   * @returns function that removes the values of this `read`
   */
  observe<L extends string>(
    name: string,
    help: string,
    labels: readonly L[],
    read: () => readonly Reading<L>[],
  ): () => void {
    if (!this.isOn) return ignore;
    const labelless = labels.length === 0;
    const reads = ensure(this.reads, name, () => new Set<Read>());
    ensure(
      this.gauges,
      name,
      () =>
        new Gauge<string>({
          ...this.options(name, help, labels),
          collect() {
            this.reset();
            if (labelless) this.remove(); // `reset` would show a gauge without labels as 0
            for (const readOne of reads) {
              for (const reading of readOne()) this.inc(reading.labels, reading.value);
            }
          },
        }),
    );
    reads.add(read);
    return () => {
      reads.delete(read);
    };
  }

  private options(name: string, help: string, labels: readonly string[]) {
    return {
      name: name.startsWith('http_') ? name : PREFIX + name,
      help,
      labelNames: [...labels],
      registers: [this.registry],
    };
  }
}

function ignore(): void {
  // metrics are off
}

function ensure<T>(known: Map<string, T>, name: string, make: () => T): T {
  const found = known.get(name);
  if (found !== undefined) return found;
  const made = make();
  known.set(name, made);
  return made;
}

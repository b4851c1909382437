import { Counter, Gauge, Registry, type Metric } from 'prom-client';
import { Histogram } from './histogram.js';
import { Series } from './series.js';

/** All names of Lethe's metrics begin so; only HTTP's have OpenTelemetry's stable name. */
const PREFIX = 'lethe_';

type Labels<L extends string> = Readonly<Record<L, string>>;

export interface CounterMetric<L extends string> {
  /** @param by how many more; must not be negative */
  inc(labels: Labels<L>, by?: number): void;
}

export interface HistogramMetric<L extends string> {
  /** @param value in the unit of the metric's name: seconds, bytes */
  observe(labels: Labels<L>, value: number): void;
}

interface Labelled<L extends string> {
  readonly labels?: readonly L[];
}

/** A series of a gauge that is read at each scrape. */
export interface Reading<L extends string> {
  readonly labels: Labels<L>;
  readonly value: number;
}

type Read = () => readonly Reading<string>[];

/** Seconds: from what a cache answers in to what a caller waits at most. */
export const LATENCY_BUCKETS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
] as const;

/**
 * What a process counts, for Prometheus. Parts ask for their metrics by name, and asking twice gives the
 * same one: in standalone several apps count in one process.
 *
 * Label values must come from a small, closed set: routes and states, never ids of users, and never what a
 * caller may choose without a limit.
 */
export class Metrics {
  readonly registry = new Registry();
  private readonly counters = new Map<string, Series<{ by: number }>>();
  private readonly gauges = new Map<string, Gauge>();
  private readonly histograms = new Map<string, Histogram>();
  private readonly reads = new Map<string, Set<Read>>();

  /** @param isOn without it nothing is counted and nothing shown, at no cost */
  constructor(readonly isOn = true) {}

  /**
   * Only ever grows; its name ends in `_total`.
   *
   * @param name here and below without the prefix; one that begins with `http_` gets none
   * @param options.known labels of series that are shown before they have counted: an increase from nothing is
   * none to Prometheus, so the first error would go unnoticed. Without labels the one series is.
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

  /** @param options.buckets upper bounds in the unit of the name; by default {@link LATENCY_BUCKETS} */
  histogram<L extends string = never>(
    name: string,
    help: string,
    options: Labelled<L> & { readonly buckets?: readonly number[] } = {},
  ): HistogramMetric<L> {
    if (!this.isOn) return { observe: ignore };
    const { labels = [], buckets = LATENCY_BUCKETS } = options;
    return ensure(this.histograms, name, () => {
      const made = new Histogram({ ...this.options(name, help, labels), buckets });
      this.registry.registerMetric(made as unknown as Metric); // asks it for what it shows, and for nothing else
      return made;
    });
  }

  /** As `observe`, of a gauge without labels. It is not shown while `read` gives nothing. */
  gauge(name: string, help: string, read: () => number | undefined): () => void {
    return this.observe(name, help, [], () => {
      const value = read();
      return value === undefined ? [] : [{ labels: {}, value }];
    });
  }

  /**
   * A gauge that is read at each scrape; `read` must answer from memory. Where several parts give a reading of
   * the same labels (the pools of two apps in one process), it is their sum.
   *
   * @returns takes this reading away again
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
            if (labelless) this.remove(); // a gauge without labels would go back to 0, not away
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

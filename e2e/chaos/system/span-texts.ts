import { TestCollector } from '@lethe/testing';

/** Members with ids and times. Their values always differ, and have no room for other texts. */
const PLAIN = new Set([
  ...['traceId', 'spanId', 'parentSpanId'],
  ...['startTimeUnixNano', 'endTimeUnixNano', 'timeUnixNano'],
]);

/** The number of spans with one name, of one service. */
export interface SeenSpans {
  readonly service: string;
  readonly name: string;
  readonly times: number;
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}

interface Sending {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly { readonly name: string }[] }[];
  }[];
}

/**
 * Collects the texts of all spans of a run: names, attributes, events, statuses, links, scopes and
 * resources. It keeps each text once, so that its size does not grow with the length of the run.
 */
export class SpanTexts {
  private readonly all = new Set<string>();
  private readonly counts = new Map<string, SeenSpans>();

  private constructor(private readonly collector: TestCollector) {
    collector.take = (body) => {
      this.add(body);
    };
  }

  /** Starts a collector, until `stop`. */
  static async collect(): Promise<SpanTexts> {
    return new SpanTexts(await TestCollector.start());
  }

  /** Environment variables with which a process sends all its spans to this collector. */
  get environment(): Record<string, string> {
    return { ...this.collector.environment, OTEL_BSP_MAX_QUEUE_SIZE: '50000' };
  }

  async stop(): Promise<void> {
    await this.collector.stop();
  }

  private add(body: string): void {
    const sending = JSON.parse(body) as Sending;
    this.read(sending);
    for (const { resource, scopeSpans } of sending.resourceSpans) {
      const service = serviceOf(resource.attributes);
      for (const { name } of scopeSpans.flatMap(({ spans }) => spans)) this.count(service, name);
    }
  }

  get texts(): readonly string[] {
    return [...this.all];
  }

  get seen(): readonly SeenSpans[] {
    return [...this.counts.values()];
  }

  private read(value: unknown): void {
    if (typeof value !== 'object' || value === null) {
      this.all.add(String(value));
      return;
    }
    for (const [name, part] of Object.entries(value)) if (!PLAIN.has(name)) this.read(part);
  }

  private count(service: string, name: string): void {
    const key = `${service}: ${name}`;
    const { times } = this.counts.get(key) ?? { times: 0 };
    this.counts.set(key, { service, name, times: times + 1 });
  }
}

function serviceOf(attributes: readonly Attribute[]): string {
  return attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
}

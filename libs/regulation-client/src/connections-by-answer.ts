import { CAPABILITIES } from '@lethe/api/capabilities';
import { commandsOf, type StatedCommand } from '@lethe/api/definition';
import { REGULATION_PATTERNS } from '@lethe/contracts';
import type { RegulationConnections } from './regulation-connections.js';

const STATED = CAPABILITIES.flatMap((capability) => [...commandsOf(capability).values()]);
const sentWith = (which: StatedCommand['sentWith']) =>
  STATED.filter((command) => command.sentWith === which).map(({ pattern }) => pattern);

/** Commands of people whose answers may be large. */
const PAGES: ReadonlySet<string> = new Set([
  REGULATION_PATTERNS.list,
  REGULATION_PATTERNS.get,
  ...sentWith('pages'),
]);
const CREATES: ReadonlySet<string> = new Set([
  REGULATION_PATTERNS.create,
  REGULATION_PATTERNS.createAsGiven,
]);
/** The same of data planes. */
const FEED: ReadonlySet<string> = new Set(sentWith('feed'));

/**
 * Connections to the regulation service for commands whose answers are large, apart from those for all others. While an
 * answer has not left, the service reads nothing from its connection; and it ends a connection with too much that has not
 * left. Neither must happen to what others order.
 */
export class ConnectionsByAnswer {
  private readonly orders: RegulationConnections;
  private readonly pages: RegulationConnections;
  private readonly feed: RegulationConnections;
  /** Orders whose answers have records of all that was created. */
  private readonly records: RegulationConnections;

  /** @param connect makes connections of one kind */
  constructor(connect: () => RegulationConnections) {
    this.orders = connect();
    this.pages = connect();
    this.feed = connect();
    this.records = connect();
  }

  /** As `RegulationConnections.request`. */
  request(pattern: string, data: object, timeoutMs: number): Promise<unknown> {
    return this.of(pattern, data).request(pattern, data, timeoutMs);
  }

  /** As `RegulationConnections.isUp`, of those that take orders. */
  isUp(): Promise<boolean> {
    return this.orders.isUp();
  }

  /** Connections of all kinds that take requests. */
  get size(): number {
    return this.all.reduce((sum, { size }) => sum + size, 0);
  }

  /** As `RegulationConnections.close`. */
  close(): void {
    for (const connections of this.all) connections.close();
  }

  private of(pattern: string, data: object): RegulationConnections {
    if (PAGES.has(pattern)) return this.pages;
    if (CREATES.has(pattern) && 'wantRecords' in data && data.wantRecords === true) {
      return this.records;
    }
    return FEED.has(pattern) ? this.feed : this.orders;
  }

  private get all(): readonly RegulationConnections[] {
    return [this.orders, this.pages, this.feed, this.records];
  }
}

import { CAPABILITIES } from '@lethe/api/capabilities';
import { commandsOf, type SentWith, type StatedCommand } from '@lethe/api/definition';
import type { RegulationConnections } from './regulation-connections.js';

const SENT_WITH: ReadonlyMap<string, StatedCommand['sentWith']> = new Map([
  ...CAPABILITIES.flatMap((capability) =>
    [...commandsOf(capability).values()].map(
      ({ pattern, sentWith }) => [pattern, sentWith] as const,
    ),
  ),
]);

/**
 * Connections to the regulation service for commands whose answers are large, apart from those for all others. While an
 * answer has not left, the service reads nothing from its connection; and it ends a connection with too much that has not
 * left. Neither must happen to what others order.
 */
export class ConnectionsByAnswer {
  private readonly of: Readonly<Record<SentWith, RegulationConnections>>;

  /** @param connect makes connections of one kind */
  constructor(connect: () => RegulationConnections) {
    this.of = { orders: connect(), pages: connect(), feed: connect(), records: connect() };
  }

  /** As `RegulationConnections.request`. */
  request(pattern: string, data: object, timeoutMs: number): Promise<unknown> {
    const sentWith = SENT_WITH.get(pattern) ?? 'orders';
    const kind =
      typeof sentWith === 'string' ? sentWith : sentWith(data as Readonly<Record<string, unknown>>);
    return this.of[kind].request(pattern, data, timeoutMs);
  }

  /** As `RegulationConnections.isUp`, of those that take orders. */
  isUp(): Promise<boolean> {
    return this.of.orders.isUp();
  }

  /** Connections of all kinds that take requests. */
  get size(): number {
    return Object.values(this.of).reduce((sum, { size }) => sum + size, 0);
  }

  /** As `RegulationConnections.close`. */
  close(): void {
    for (const connections of Object.values(this.of)) connections.close();
  }
}

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
 * Connections to the regulation service, separate for each kind of command. The kind follows from
 * the size of the answer. While the service waits to send an answer, it reads no commands from that
 * connection. It also closes a connection with too much unsent data. With separate connections,
 * large answers do not delay or break commands with small answers.
 */
export class ConnectionsByAnswer {
  private readonly byKind: Readonly<Record<SentWith, RegulationConnections>>;

  /** @param connect returns new connections for one kind of command */
  constructor(connect: () => RegulationConnections) {
    this.byKind = { orders: connect(), pages: connect(), feed: connect(), records: connect() };
  }

  request(pattern: string, data: object, timeoutMs: number): Promise<unknown> {
    const sentWith = SENT_WITH.get(pattern) ?? 'orders';
    const kind =
      typeof sentWith === 'string' ? sentWith : sentWith(data as Readonly<Record<string, unknown>>);
    return this.byKind[kind].request(pattern, data, timeoutMs);
  }

  /** Does the same as `RegulationConnections.isUp`, for commands with small answers. */
  isUp(): Promise<boolean> {
    return this.byKind.orders.isUp();
  }

  get size(): number {
    return Object.values(this.byKind).reduce((sum, { size }) => sum + size, 0);
  }

  /** Does the same as `RegulationConnections.close`, for the connections of all kinds. */
  close(): void {
    for (const connections of Object.values(this.byKind)) connections.close();
  }
}

import {
  EVENT_PATTERNS,
  type EventCommands,
  type EventPage,
  type EventPageCommand,
} from '@lethe/contracts';
import { CommandSender } from './command-sender.js';
import type { RegulationConnections } from './regulation-connections.js';

/** The commands of `EventCommands` over Nest's TCP transport, each sent once. */
export class EventsClient implements EventCommands {
  private readonly commands: CommandSender;

  /** As that of `RegulationClient`. */
  constructor(connections: Pick<RegulationConnections, 'request'>, key?: string) {
    this.commands = new CommandSender(connections, key);
  }

  /** @throws LetheError as `CommandSender.send`; `unavailable` when the answer is lost */
  async eventPage(command: EventPageCommand): Promise<EventPage> {
    const { page } = EVENT_PATTERNS;
    const answer = await this.commands.send(page, command, command.deadline, 'unavailable');
    return answer as EventPage;
  }
}

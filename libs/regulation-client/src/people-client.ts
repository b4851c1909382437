import {
  PEOPLE_PATTERNS,
  type LookUpPersonCommand,
  type LookUpPersonResult,
  type PeopleCommands,
  type SearchPeopleCommand,
  type SearchPeopleResult,
  type UnsuppressCommand,
  type UnsuppressResult,
} from '@lethe/contracts';
import { CommandSender } from './command-sender.js';
import type { RegulationConnections } from './regulation-connections.js';

/** The commands of `PeopleCommands` over Nest's TCP transport, each sent once. */
export class PeopleClient implements PeopleCommands {
  private readonly commands: CommandSender;

  /** As that of `RegulationClient`. */
  constructor(connections: Pick<RegulationConnections, 'request'>, key?: string) {
    this.commands = new CommandSender(connections, key);
  }

  /** @throws LetheError as `CommandSender.send`; `unavailable` when the answer is lost */
  async lookUpPerson(command: LookUpPersonCommand): Promise<LookUpPersonResult> {
    const { deadline } = command.context;
    const { lookup } = PEOPLE_PATTERNS;
    return (await this.commands.send(
      lookup,
      command,
      deadline,
      'unavailable',
    )) as LookUpPersonResult;
  }

  /** @throws LetheError as `CommandSender.send`; `unavailable` when the answer is lost */
  async searchPeople(command: SearchPeopleCommand): Promise<SearchPeopleResult> {
    const { deadline } = command.context;
    const { search } = PEOPLE_PATTERNS;
    return (await this.commands.send(
      search,
      command,
      deadline,
      'unavailable',
    )) as SearchPeopleResult;
  }

  /** @throws LetheError as `CommandSender.send`; `outcome_unknown` when the answer is lost */
  async unsuppress(command: UnsuppressCommand): Promise<UnsuppressResult> {
    const { deadline } = command.context;
    const { unsuppress } = PEOPLE_PATTERNS;
    const answer = await this.commands.send(unsuppress, command, deadline, 'outcome_unknown');
    return answer as UnsuppressResult;
  }
}

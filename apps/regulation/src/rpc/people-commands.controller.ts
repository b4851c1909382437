import {
  PEOPLE_PATTERNS,
  type LookUpPersonCommand,
  type LookUpPersonResult,
  type SearchPeopleCommand,
  type SearchPeopleResult,
  type UnsuppressCommand,
  type UnsuppressResult,
} from '@lethe/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { RegulationCommandsService } from '../regulation-commands.service.js';
import { checkLookUp, checkSearch, checkUnsuppress } from './check-people-command.js';
import { CommandAdmission, type Sent } from './command-admission.js';

/** What is asked of single users, on Nest's TCP transport. */
@Controller()
export class PeopleCommandsController {
  constructor(
    private readonly commands: RegulationCommandsService,
    private readonly admission: CommandAdmission,
  ) {}

  @MessagePattern(PEOPLE_PATTERNS.lookup)
  lookUp(@Payload() sent: Sent<LookUpPersonCommand>): Promise<LookUpPersonResult> {
    return this.commands.lookUpPerson(this.admission.accept(sent, checkLookUp));
  }

  @MessagePattern(PEOPLE_PATTERNS.search)
  search(@Payload() sent: Sent<SearchPeopleCommand>): Promise<SearchPeopleResult> {
    return this.commands.searchPeople(this.admission.accept(sent, checkSearch));
  }

  @MessagePattern(PEOPLE_PATTERNS.unsuppress)
  unsuppress(@Payload() sent: Sent<UnsuppressCommand>): Promise<UnsuppressResult> {
    return this.commands.unsuppress(this.admission.accept(sent, checkUnsuppress));
  }
}

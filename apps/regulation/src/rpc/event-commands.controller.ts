import { EVENT_PATTERNS, type EventPage, type EventPageCommand } from '@lethe/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { RegulationCommandsService } from '../regulation-commands.service.js';
import { checkEventPage } from './check-event-command.js';
import { CommandAdmission, type Sent } from './command-admission.js';

/** What happens in workspaces, on Nest's TCP transport. */
@Controller()
export class EventCommandsController {
  constructor(
    private readonly commands: RegulationCommandsService,
    private readonly admission: CommandAdmission,
  ) {}

  @MessagePattern(EVENT_PATTERNS.page)
  page(@Payload() sent: Sent<EventPageCommand>): Promise<EventPage> {
    return this.commands.eventPage(this.admission.accept(sent, checkEventPage));
  }
}

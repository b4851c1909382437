export { DESTINATION_HEALTH, EVENT_BOUNDS } from './event-bounds.js';
export {
  EVENTS,
  type DeletionsStatusEventDto,
  type RegulationsCanceledEventDto,
  type RegulationsCreatedEventDto,
  type RegulationsStatusEventDto,
  type WorkspaceEvent,
} from './event.dto.js';
export {
  events,
  EVENTS_SCOPE,
  type EventCommands,
  type EventPage,
  type EventPageCommand,
} from './events.operations.js';

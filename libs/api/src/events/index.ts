export {
  events,
  type EventCommands,
  type EventPage,
  type EventPageCommand,
} from './events.operations.js';

import type { Scope } from '@lethe/contracts';
import {
  capability,
  command,
  EXAMPLE_UUID,
  Member,
  refTo,
  resultOf,
  route,
  shortText,
  text,
  TIME,
  type CommandsOf,
  type Kind,
  type CommandOf,
} from '../definition/index.js';
import { EVENT_BOUNDS } from './event-bounds.js';
import { EVENTS, ResetEventDto, type WorkspaceEvent } from './event.dto.js';

class EventPageCommandDto {
  /**
   * Position from an earlier page. If it is absent or invalid, the page contains only events from
   * now on.
   */
  @Member({ is: shortText({ least: 0, most: Infinity }), optional: true })
  after?: string;

  /**
   * Value of `next` from a page without `more`. The new page then contains only events that were
   * committed when the service read that page.
   */
  @Member({ is: shortText({ most: 8_192 }), optional: true })
  until?: string;
}

export interface EventPage {
  /** Events that were committed after the position, in the order in which they were written. */
  readonly events: readonly { readonly workspaceId: string; readonly event: WorkspaceEvent }[];
  /** Position after the events of the page. */
  readonly next: string;
  readonly more: boolean;
  /**
   * Whether events are possibly missing, because `after` is too old, invalid or from another
   * database.
   */
  readonly isReset: boolean;
}

const STREAMED = { ...EVENTS, reset: ResetEventDto };

/** The `data` of an event. The type of the event determines the schema. */
const eventData: Kind = {
  schema: {
    oneOf: Object.values(STREAMED).map(refTo),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(
        Object.entries(STREAMED).map(([type, dto]) => [type, refTo(dto).$ref]),
      ),
    },
  },
  refersTo: Object.values(STREAMED),
};

class EventStreamHeadersDto {
  @Member({
    is: text,
    named: 'Last-Event-ID',
    optional: true,
    description: 'The `id` of the last event that the client received.',
  })
  lastEventId?: string;
}

/** Scope to read regulations and deletions. The events require the same scope. */
export const EVENTS_SCOPE: Scope = 'regulations:read';

export const events = capability(
  'Events',
  'A live stream of the changes in a workspace.',
  {
    streamEvents: route({
      http: 'GET /v2/events/stream',
      summary: 'Follow the changes in the workspace',
      description: `Server-sent events, until the client or the gateway closes the connection. With \`Last-Event-ID\`, the stream begins with the missed events of the last ${EVENT_BOUNDS.minutes} minutes. The event \`reset\` says that the missed events are no longer known. The schema describes the \`data\` of each event. Requires the scope \`${EVENTS_SCOPE}\`.`,
      scopes: [EVENTS_SCOPE],
      headers: EventStreamHeadersDto,
      answer: {
        status: 200,
        description: 'Events, each with its type as `event` and JSON as `data`.',
        sends: {
          is: eventData,
          as: 'text/event-stream',
          example: {
            type: 'regulations.status',
            at: TIME.example,
            status: 'deleted',
            count: 1,
            firstId: EXAMPLE_UUID,
            lastId: EXAMPLE_UUID,
            ids: [EXAMPLE_UUID],
          } satisfies WorkspaceEvent,
        },
      },
    }),
  },
  {
    eventPage: command({
      pattern: 'events.page.v2',
      from: 'dataPlane',
      takes: EventPageCommandDto,
      result: resultOf<EventPage>(),
      sentWith: 'pages',
      whenLost: 'unavailable',
    }),
  },
);

export type EventCommands = CommandsOf<typeof events>;
export type EventPageCommand = CommandOf<typeof events, 'eventPage'>;

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
   * Position of an earlier page; absent: only where one would begin now. Whatever it says: a text that is no position
   * begins there, too.
   */
  @Member({ is: shortText({ least: 0, most: Infinity }), optional: true })
  after?: string;

  /** Nothing that was not there when this position was given out as `next`, by a page without `more`. */
  @Member({ is: shortText({ most: 8_192 }), optional: true })
  until?: string;
}

export interface EventPage {
  /** What was committed since, in the order in which it was written. */
  readonly events: readonly { readonly workspaceId: string; readonly event: WorkspaceEvent }[];
  /** Position after them. */
  readonly next: string;
  /** There are more already. */
  readonly more: boolean;
  /** Where `after` is too old, of another database, or means nothing: what happened in between is not known. */
  readonly isReset: boolean;
}

const TOLD = { ...EVENTS, reset: ResetEventDto };

/** The `data` of an event, which its type decides. */
const eventData: Kind = {
  schema: {
    oneOf: Object.values(TOLD).map(refTo),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(
        Object.entries(TOLD).map(([type, dto]) => [type, refTo(dto).$ref]),
      ),
    },
  },
  refersTo: Object.values(TOLD),
};

class EventStreamHeadersDto {
  @Member({
    is: text,
    named: 'Last-Event-ID',
    optional: true,
    description: 'The `id` that was received last.',
  })
  lastEventId?: string;
}

/** The scope that reading regulations and deletions takes, and so what is told of them. */
export const EVENTS_SCOPE: Scope = 'regulations:read';

/** What happens in workspaces. */
export const events = capability(
  'Events',
  'What happens in a workspace, as it happens.',
  {
    streamEvents: route({
      http: 'GET /v2/events/stream',
      summary: 'Follow what happens in the workspace',
      description: `Server-sent events, until one of the two leaves. With \`Last-Event-ID\` first what was missed, of the last ${EVENT_BOUNDS.minutes} minutes; \`reset\` says that it is not known any more. The schema is that of the \`data\` of each event. Takes \`${EVENTS_SCOPE}\`.`,
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

import type { WorkspaceEvent } from '@lethe/contracts';
import {
  capability,
  command,
  Member,
  resultOf,
  shortText,
  type CommandsOf,
  type SentOf,
} from '../definition/index.js';

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

/** What happens in workspaces. */
export const events = capability(
  'Events',
  'What happens in a workspace, as it happens.',
  {},
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
export type EventPageCommand = SentOf<(typeof events)['commands']['eventPage']>;

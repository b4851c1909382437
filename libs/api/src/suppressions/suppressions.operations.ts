import { FIXED_LIMITS } from '@lethe/contracts';
import {
  capability,
  command,
  count,
  Member,
  resultOf,
  shortText,
  type CommandsOf,
  type SentOf,
} from '../definition/index.js';

/** A change of who is suppressed, as data planes read it. */
export interface SuppressionChange {
  readonly workspaceId: string;
  /** The suppression key, never empty. */
  readonly userId: string;
  /** Nothing covers the key any more. */
  readonly canceled: boolean;
  /** RFC 3339, UTC: since when it is so. */
  readonly createdAt: string;
  /** The source, or nothing for all of them. */
  readonly sourceIds: readonly string[];
}

export interface SuppressionPage {
  /** In the order in which the changes became true. Fewer than asked for only at the end. */
  readonly items: readonly SuppressionChange[];
  /** Where to go on: moves forward with every item. */
  readonly token: string;
}

class SuppressionPageCommandDto {
  /** As the client sent it; absent, or of no meaning: from the beginning. */
  @Member({ is: shortText({ least: 0, most: 8_192 }), optional: true })
  token?: string;

  /** Most items. */
  @Member({ is: count({ least: 1, most: FIXED_LIMITS.feedPageSize }) })
  limit!: number;
}

/** The feed that data planes poll. All workspaces of a command are one list. */
export const suppressions = capability(
  'Data planes',
  'What data planes poll: suppressions, configuration, deletion jobs.',
  {},
  {
    suppressionPage: command({
      pattern: 'suppressions.page.v2',
      from: 'dataPlane',
      takes: SuppressionPageCommandDto,
      result: resultOf<SuppressionPage>(),
      sentWith: 'feed',
      whenLost: 'unavailable',
    }),
  },
);

export type SuppressionCommands = CommandsOf<typeof suppressions>;
export type SuppressionPageCommand = SentOf<(typeof suppressions)['commands']['suppressionPage']>;

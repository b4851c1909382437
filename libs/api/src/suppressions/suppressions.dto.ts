import { FIXED_LIMITS } from '@lethe/contracts';
import { lastText } from '../configuration/owner.js';
import {
  count,
  flag,
  listOf,
  Member,
  objects,
  shortText,
  text,
  time,
  type Kind,
} from '../definition/index.js';

const DIGITS = /^\d{1,9}$/;

const pageSize: Kind = {
  ...count({ least: 1, most: FIXED_LIMITS.feedPageSize }),
  fromTexts: (texts) => {
    const [size, ...more] = texts.filter((one) => one !== '');
    if (size === undefined) return undefined;
    return more.length === 0 && DIGITS.test(size) ? Number(size) : texts;
  },
};

/** Page token as the client sent it. */
const pageToken: Kind = {
  ...shortText({ least: 0, most: 8_192 }),
  ...text,
  fromTexts: lastText,
};

export class SuppressionChangeDto {
  @Member({ is: text, example: 'ws_demo' })
  readonly workspaceId!: string;

  @Member({
    is: { schema: { type: 'string', minLength: 1 } },
    example: 'user-4711',
    description: 'Suppression key of the user. Never empty.',
  })
  readonly userId!: string;

  @Member({
    is: flag,
    example: false,
    description: 'True when no regulation covers the key any more.',
  })
  readonly canceled!: boolean;

  @Member({ is: time, description: 'Time of the change.' })
  readonly createdAt!: string;

  @Member({ is: listOf(text), description: 'The source. Empty for all sources.' })
  readonly sourceIds!: readonly string[];
}

export class SuppressionPageDto {
  /**
   * Changes in the order in which they took effect. A page with fewer items than requested is the
   * end of the feed.
   */
  @Member({ is: objects(() => SuppressionChangeDto) })
  readonly items!: readonly SuppressionChangeDto[];

  /** Position in the feed, which advances with every item. */
  @Member({
    is: { schema: { type: 'string', minLength: 1 } },
    example: 'AXqB0vGSfHyYCg7QAAAAAAAF',
    description: 'Send it as `pageToken` to get the next page.',
  })
  readonly token!: string;
}

/** Query of a poll. The command to the service has the same members. */
export class SuppressionPageQueryDto {
  @Member({
    is: pageSize,
    named: 'pageSize',
    optional: true,
    default: FIXED_LIMITS.defaultFeedPageSize,
  })
  limit!: number;

  @Member({
    is: pageToken,
    named: 'pageToken',
    optional: true,
    description:
      'The `token` of any earlier page, however old. Absent or not valid: the feed starts from the beginning. Also accepted: base64 of `{"SyncStartTime":"<RFC 3339>","SyncSeqId":-1}`, for changes since that time.',
  })
  token?: string;
}

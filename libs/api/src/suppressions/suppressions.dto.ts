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

/** As the client sent it. */
const pageToken: Kind = {
  ...shortText({ least: 0, most: 8_192 }),
  ...text,
  fromTexts: lastText,
};

/** A change of who is suppressed. */
export class SuppressionChangeDto {
  @Member({ is: text, example: 'ws_demo' })
  readonly workspaceId!: string;

  @Member({
    is: { schema: { type: 'string', minLength: 1 } },
    example: 'user-4711',
    description: 'The suppression key, never empty.',
  })
  readonly userId!: string;

  @Member({ is: flag, example: false, description: 'No regulation covers the key any more.' })
  readonly canceled!: boolean;

  @Member({ is: time, description: 'Since when it is so.' })
  readonly createdAt!: string;

  @Member({ is: listOf(text), description: 'The source; empty for all sources.' })
  readonly sourceIds!: readonly string[];
}

/** A page of the suppression feed. */
export class SuppressionPageDto {
  /** In the order in which the changes became true. Fewer than asked for only at the end. */
  @Member({ is: objects(() => SuppressionChangeDto) })
  readonly items!: readonly SuppressionChangeDto[];

  /** Moves forward with every item. */
  @Member({
    is: { schema: { type: 'string', minLength: 1 } },
    example: 'AXqB0vGSfHyYCg7QAAAAAAAF',
    description: 'Send it back as `pageToken` to go on.',
  })
  readonly token!: string;
}

/** Query of a poll, and members of its command. */
export class SuppressionPageQueryDto {
  /** Most items. */
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
      'Of an earlier page, any of them, at any time; from the beginning without it, or when it means nothing. Or base64 of `{"SyncStartTime":"<RFC 3339>","SyncSeqId":-1}`: changes since that time.',
  })
  token?: string;
}

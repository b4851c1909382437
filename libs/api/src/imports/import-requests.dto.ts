import { IMPORT_LIMITS } from '@lethe/contracts';
import {
  catalogId,
  count,
  cursor,
  flag,
  Member,
  oneOf,
  shortText,
  type Kind,
} from '../definition/index.js';

const MOST_BYTES = count({ least: 0, most: IMPORT_LIMITS.bytes });
const COMPLETE = ['?1', '?0'] as const;

/**
 * A number of bytes in a header. There is no maximum here, because a later check reports a number
 * that is too large.
 *
 * @param problem message about a value that is not a number
 */
const bytesInHeader = (problem: string): Kind => ({
  schema: MOST_BYTES.schema ?? {},
  fromText: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text),
  check: (value, report) => {
    if (typeof value !== 'number') report(problem);
  },
});

/** Headers of the IETF draft of resumable uploads. */
export class UploadHeadersDto {
  @Member({
    is: oneOf(COMPLETE),
    optional: true,
    description: '`?0`: this request does not contain the end of the file.',
  })
  uploadComplete?: (typeof COMPLETE)[number];

  @Member({
    is: bytesInHeader('must be the size of the whole file in bytes'),
    optional: true,
    description: 'Size of the whole file in bytes.',
  })
  uploadLength?: number;
}

export class FurtherUploadHeadersDto extends UploadHeadersDto {
  @Member({
    is: bytesInHeader(
      'must be the offset of the body in the file, in bytes: receivedBytes of the import',
    ),
    description: 'Offset of the body in the file, in bytes: `receivedBytes` of the import.',
  })
  uploadOffset!: number;
}

/** Path of an import. For an invalid id, the error is `not_found`. */
export class ImportIdDto {
  @Member({ is: { ...catalogId, code: 'not_found' } })
  id!: string;
}

/** Maximum characters of a piece in Base64. */
const MOST_PIECE = Math.ceil(IMPORT_LIMITS.pieceBytes / 3) * 4;

export class AppendToImportDto extends ImportIdDto {
  /** Offset of the piece in the file, in bytes. */
  @Member({ is: MOST_BYTES })
  offset!: number;

  /** Content of the piece in Base64. */
  @Member({ is: shortText({ least: 0, most: MOST_PIECE }) })
  piece!: string;

  @Member({ is: flag })
  isLast!: boolean;

  /** Size of the file in bytes, if the caller sent it with this piece. */
  @Member({ is: MOST_BYTES, optional: true })
  totalBytes?: number;

  /**
   * Whether the gateway sends the piece again after a lost answer. Then the service accepts bytes
   * that it has already stored.
   */
  @Member({ is: flag, optional: true })
  isRepeat?: boolean;
}

/** Query of `GET /v2/imports`. */
export class ListImportsDto {
  @Member({
    is: { ...count({ least: 1, most: IMPORT_LIMITS.page }), saysOnce: true },
    optional: true,
    default: IMPORT_LIMITS.page,
  })
  limit?: number;

  @Member({ is: { ...cursor, saysOnce: true }, optional: true })
  afterCursor?: string;
}

const REFUSALS = { ...count({ least: 1, most: IMPORT_LIMITS.refusalsPage }), saysOnce: true };

/** Query of `GET /v2/imports/{id}/refusals`. */
export class RefusalsQueryDto {
  @Member({
    is: REFUSALS,
    optional: true,
    description: 'Maximum number of rows per page. Absent: all rows.',
  })
  limit?: number;

  @Member({
    is: {
      schema: { type: 'integer', minimum: 0, maximum: 999_999_999 },
      saysOnce: true,
      fromText: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : text),
      check: (value, report) => {
        if (typeof value !== 'number') report('must be a line number, and must occur only once');
      },
    },
    optional: true,
    description: 'Returns only rows after this line of the file, without the line of column names.',
  })
  afterLine?: number;
}

export class RefusalsOfImportDto extends ImportIdDto {
  /** Line after which the page begins, for example `after` of the previous page. */
  @Member({ is: count({ least: 0, most: Number.MAX_SAFE_INTEGER }), optional: true })
  after?: number;

  @Member({ is: REFUSALS, optional: true })
  limit?: number;
}

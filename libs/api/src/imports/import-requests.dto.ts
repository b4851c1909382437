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

/** A number of bytes in a header. That it is too large is another error. @param problem what is said of another value */
const bytesInHeader = (problem: string): Kind => ({
  schema: MOST_BYTES.schema ?? {},
  fromText: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text),
  check: (value, report) => {
    if (typeof value !== 'number') report(problem);
  },
});

/** As the IETF's draft of resumable uploads has them. */
export class UploadHeadersDto {
  @Member({
    is: oneOf(COMPLETE),
    optional: true,
    description: '`?0`: more of the file comes later.',
  })
  uploadComplete?: (typeof COMPLETE)[number];

  @Member({
    is: bytesInHeader('must be the bytes of the whole file'),
    optional: true,
    description: 'Bytes of the whole file.',
  })
  uploadLength?: number;
}

export class FurtherUploadHeadersDto extends UploadHeadersDto {
  @Member({
    is: bytesInHeader('must be the byte at which the body begins: receivedBytes of the import'),
    description: 'The byte of the file with which the body begins.',
  })
  uploadOffset!: number;
}

/** In a path: what cannot be an id is not found. */
export class ImportIdDto {
  @Member({ is: { ...catalogId, code: 'not_found' } })
  id!: string;
}

/** Base64 of a piece. */
const MOST_PIECE = Math.ceil(IMPORT_LIMITS.pieceBytes / 3) * 4;

export class AppendToImportDto extends ImportIdDto {
  /** Where in the file the piece begins. */
  @Member({ is: MOST_BYTES })
  offset!: number;

  /** Base64. */
  @Member({ is: shortText({ least: 0, most: MOST_PIECE }) })
  piece!: string;

  /** The file ends with it. */
  @Member({ is: flag })
  isLast!: boolean;

  /** Of the file, where the caller says it now. */
  @Member({ is: MOST_BYTES, optional: true })
  totalBytes?: number;

  /** It was sent before, and the answer was lost: what is stored already is no conflict. */
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
    description: 'Most rows of a page; all rows when absent.',
  })
  limit?: number;

  @Member({
    is: {
      schema: { type: 'integer', minimum: 0, maximum: 999_999_999 },
      saysOnce: true,
      fromText: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : text),
      check: (value, report) => {
        if (typeof value !== 'number') report('must be the number of a line, given once');
      },
    },
    optional: true,
    description: 'Only rows behind this line of the file, without the line that names the columns.',
  })
  afterLine?: number;
}

export class RefusalsOfImportDto extends ImportIdDto {
  /** Of the page before, or the line behind which it begins. */
  @Member({ is: count({ least: 0, most: Number.MAX_SAFE_INTEGER }), optional: true })
  after?: number;

  /** Most rows of the page. */
  @Member({ is: REFUSALS, optional: true })
  limit?: number;
}

import {
  IMPORT_FORMATS,
  IMPORT_LIMITS,
  LAWS,
  type ImportFormat,
  type Law,
  type RegulationType,
} from '@lethe/contracts';
import {
  catalogId,
  count,
  flag,
  listOf,
  Member,
  object,
  objects,
  oneOf,
  text,
  TIME,
} from '../definition/index.js';
import { notDeletedMembers, type NotDeletedDto } from '../regulations/not-deleted.dto.js';
import { regulationType } from '../regulations/targets.js';

const IMPORT_STATES = ['uploading', 'running', 'done', 'failed', 'canceled'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

const NOT_DELETED = notDeletedMembers(
  'With `destinationIds` `*`: destinations that could not delete when the import was created, and why. The record of each regulation names them for its user, at its creation.',
  IMPORT_LIMITS.notDeleted,
);

const NUMBER = { is: count({ least: 0 }) };

export class ImportDto {
  @Member({ is: catalogId, example: 'crm-2026-11' })
  id!: string;

  @Member({
    is: { schema: { enum: IMPORT_STATES, enumName: 'ImportState' } },
    description:
      '`uploading`: the upload is not complete, and no regulation is created yet. `running`: the upload is complete, and Lethe processes the rows. The other states are final.',
  })
  state!: ImportState;

  @Member({ is: oneOf(IMPORT_FORMATS) })
  format!: ImportFormat;

  @Member({ is: regulationType })
  regulationType!: RegulationType;

  @Member({ is: listOf(text), optional: true })
  sourceIds?: readonly string[];

  @Member({
    is: listOf(text),
    optional: true,
    description: 'As ordered: `["*"]` for all destinations that can delete.',
  })
  destinationIds?: readonly string[];

  @Member({ is: text, optional: true })
  reason?: string;

  @Member({
    ...TIME,
    optional: true,
    description: 'Time at which the persons asked, for rows that state no other time.',
  })
  receivedAt?: string;

  @Member({
    is: oneOf(LAWS),
    optional: true,
    description: 'Law that sets the deadline, for rows that state no other law.',
  })
  law?: Law;

  @Member(NOT_DELETED.list)
  notDeleted?: readonly NotDeletedDto[];

  @Member(NOT_DELETED.count)
  notDeletedCount?: number;

  @Member({ is: flag, description: 'Whether Lethe only checks the rows.' })
  dryRun!: boolean;

  @Member({
    is: count({ least: 0, most: IMPORT_LIMITS.bytes }),
    description: 'Number of stored bytes of the file. The upload continues at this offset.',
  })
  receivedBytes!: number;

  @Member({ ...NUMBER, optional: true, description: 'Size of the file in bytes, when known.' })
  totalBytes?: number;

  @Member({ ...NUMBER, description: 'Number of processed bytes.' })
  doneBytes!: number;

  @Member({ is: count({ least: 0, most: 100 }), description: 'Progress in percent.' })
  percentage!: number;

  @Member({ ...NUMBER, description: 'Number of rows that were read.' })
  rows!: number;

  @Member({
    ...NUMBER,
    description: 'Number of accepted rows. In a dry run, number of rows that would be accepted.',
  })
  accepted!: number;

  @Member({ ...NUMBER, description: 'Number of created regulations.' })
  created!: number;

  @Member({ ...NUMBER, description: 'Number of refused rows.' })
  refused!: number;

  @Member({ ...NUMBER, description: 'Number of rows that repeat another row exactly.' })
  repeated!: number;

  @Member({
    is: text,
    optional: true,
    description: 'Reason why the import failed. Regulations that were created before stay.',
  })
  failure?: string;

  @Member(TIME)
  createdAt!: string;

  @Member({ is: text, example: 'demo admin', description: 'Name of the token that started it.' })
  createdBy!: string;

  @Member({ ...TIME, optional: true, description: 'Time at which the upload was complete.' })
  uploadedAt?: string;

  @Member({ ...TIME, description: 'Time of the last change to this record.' })
  updatedAt!: string;

  @Member({ ...TIME, optional: true })
  endedAt?: string;

  @Member({ is: text, optional: true, description: 'Name of the token that canceled it.' })
  canceledBy?: string;
}

class ImportPagingDto {
  @Member({
    is: text,
    optional: true,
    description: 'Relative path of the next page. Absent on the last page.',
  })
  next?: string;
}

/** A page of imports. The newest import is first. */
export class ImportPageDto {
  @Member({ is: objects(() => ImportDto) })
  data!: readonly ImportDto[];

  @Member({ is: object(() => ImportPagingDto) })
  paging!: ImportPagingDto;
}

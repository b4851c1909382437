import {
  IMPORT_FORMATS,
  IMPORT_LIMITS,
  type ImportFormat,
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
import { regulationType } from '../regulations/targets.js';

const IMPORT_STATES = ['uploading', 'running', 'done', 'failed', 'canceled'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

const NUMBER = { is: count({ least: 0 }) };

/** An import as it stands. */
export class ImportDto {
  @Member({ is: catalogId, example: 'crm-2026-11' })
  id!: string;

  @Member({
    is: { schema: { enum: IMPORT_STATES, enumName: 'ImportState' } },
    description:
      '`uploading`: bytes are missing, and nothing is made. `running`: all are there, and rows are worked off. The others are ends.',
  })
  state!: ImportState;

  @Member({ is: oneOf(IMPORT_FORMATS) })
  format!: ImportFormat;

  @Member({ is: regulationType })
  regulationType!: RegulationType;

  @Member({ is: listOf(text), optional: true })
  sourceIds?: readonly string[];

  @Member({ is: listOf(text), optional: true })
  destinationIds?: readonly string[];

  @Member({ is: text, optional: true })
  reason?: string;

  @Member({ is: flag, description: 'Whether rows are checked only.' })
  dryRun!: boolean;

  @Member({
    is: count({ least: 0, most: IMPORT_LIMITS.bytes }),
    description: 'Bytes of the file that are stored: where an upload goes on.',
  })
  receivedBytes!: number;

  @Member({ ...NUMBER, optional: true, description: 'Of the file, where it is known.' })
  totalBytes?: number;

  @Member({ ...NUMBER, description: 'Bytes that are worked off.' })
  doneBytes!: number;

  @Member({ is: count({ least: 0, most: 100 }), description: 'How much of the work is done.' })
  percentage!: number;

  @Member({ ...NUMBER, description: 'Rows that were read.' })
  rows!: number;

  @Member({ ...NUMBER, description: 'Rows that were taken; of a dry run: that would be.' })
  accepted!: number;

  @Member({ ...NUMBER, description: 'Regulations that were made.' })
  created!: number;

  @Member({ ...NUMBER, description: 'Rows that were refused.' })
  refused!: number;

  @Member({ ...NUMBER, description: 'Rows that were exact repeats of others.' })
  repeated!: number;

  @Member({ is: text, optional: true, description: 'Why it failed. What was made before stays.' })
  failure?: string;

  @Member(TIME)
  createdAt!: string;

  @Member({ is: text, example: 'demo admin', description: 'Name of the token that began it.' })
  createdBy!: string;

  @Member({ ...TIME, optional: true, description: 'When all bytes were there.' })
  uploadedAt?: string;

  @Member({ ...TIME, description: 'When something of this changed.' })
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
    description: 'Relative URL of the next page; absent on the last one.',
  })
  next?: string;
}

/** A page of imports, the newest first. */
export class ImportPageDto {
  @Member({ is: objects(() => ImportDto) })
  data!: readonly ImportDto[];

  @Member({ is: object(() => ImportPagingDto) })
  paging!: ImportPagingDto;
}

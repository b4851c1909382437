import {
  ID_PATTERN,
  IMPORT_FORMATS,
  IMPORT_LIMITS,
  IMPORT_STATES,
  REGULATION_TYPES,
  type ImportFormat,
  type ImportState,
  type RegulationType,
} from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const TIME = { format: 'date-time', example: '2026-11-21T08:00:00.000Z' } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;

/** An import as it stands. */
export class ImportDto {
  @ApiProperty({ pattern: ID_PATTERN.source, example: 'crm-2026-11' })
  id!: string;

  @ApiProperty({
    enum: IMPORT_STATES,
    enumName: 'ImportState',
    description:
      '`uploading`: bytes are missing, and nothing is made. `running`: all are there, and rows are worked off. The others are ends.',
  })
  state!: ImportState;

  @ApiProperty({ enum: IMPORT_FORMATS })
  format!: ImportFormat;

  @ApiProperty({ enum: REGULATION_TYPES })
  regulationType!: RegulationType;

  @ApiPropertyOptional({ type: [String] })
  sourceIds?: readonly string[];

  @ApiPropertyOptional({ type: [String] })
  destinationIds?: readonly string[];

  @ApiPropertyOptional()
  reason?: string;

  @ApiProperty({ description: 'Whether rows are checked only.' })
  dryRun!: boolean;

  @ApiProperty({
    ...COUNT,
    maximum: IMPORT_LIMITS.bytes,
    description: 'Bytes of the file that are stored: where an upload goes on.',
  })
  receivedBytes!: number;

  @ApiPropertyOptional({ ...COUNT, description: 'Of the file, where it is known.' })
  totalBytes?: number;

  @ApiProperty({ ...COUNT, description: 'Bytes that are worked off.' })
  doneBytes!: number;

  @ApiProperty({ ...COUNT, maximum: 100, description: 'How much of the work is done.' })
  percentage!: number;

  @ApiProperty({ ...COUNT, description: 'Rows that were read.' })
  rows!: number;

  @ApiProperty({
    ...COUNT,
    description: 'Rows that were taken; of a dry run: that would be.',
  })
  accepted!: number;

  @ApiProperty({ ...COUNT, description: 'Regulations that were made.' })
  created!: number;

  @ApiProperty({ ...COUNT, description: 'Rows that were refused.' })
  refused!: number;

  @ApiProperty({ ...COUNT, description: 'Rows that were exact repeats of others.' })
  repeated!: number;

  @ApiPropertyOptional({ description: 'Why it failed. What was made before stays.' })
  failure?: string;

  @ApiProperty(TIME)
  createdAt!: string;

  @ApiProperty({ example: 'demo admin', description: 'Name of the token that began it.' })
  createdBy!: string;

  @ApiPropertyOptional({ ...TIME, description: 'When all bytes were there.' })
  uploadedAt?: string;

  @ApiProperty({ ...TIME, description: 'When something of this changed.' })
  updatedAt!: string;

  @ApiPropertyOptional(TIME)
  endedAt?: string;

  @ApiPropertyOptional({ description: 'Name of the token that canceled it.' })
  canceledBy?: string;
}

class ImportPagingDto {
  @ApiPropertyOptional({ description: 'Relative URL of the next page; absent on the last one.' })
  next?: string;
}

/** A page of imports, the newest first. */
export class ImportPageDto {
  @ApiProperty({ type: () => [ImportDto] })
  data!: readonly ImportDto[];

  @ApiProperty({ type: () => ImportPagingDto })
  paging!: ImportPagingDto;
}

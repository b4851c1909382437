import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LookupPagingDto } from '../definition/index.js';

export { LookupPagingDto };

export class SourceDto {
  @ApiProperty({ example: 'src_web' })
  id!: string;

  @ApiProperty({ example: 'Website' })
  name!: string;

  @ApiProperty({ example: 'Javascript' })
  type!: string;

  @ApiPropertyOptional({ example: 'wk_web', description: 'Only with scope `catalog:write`.' })
  writeKey?: string;

  @ApiProperty({ example: true })
  enabled!: boolean;

  @ApiProperty({ type: 'object', additionalProperties: true, example: {} })
  config!: Record<string, unknown>;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:00:00.000Z' })
  updatedAt!: string;
}

export class DestinationTransformationDto {
  @ApiProperty({ example: 'tr_mask' })
  id!: string;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    example: 3,
    description: 'Version of its code, which runs. The ETag does not depend on it.',
  })
  version!: number;
}

export class DestinationDto {
  @ApiProperty({ example: 'dst_hook' })
  id!: string;

  @ApiProperty({ example: 'Ops webhook' })
  name!: string;

  @ApiProperty({ example: 'WEBHOOK', description: 'Name of the destination definition.' })
  type!: string;

  @ApiProperty({ example: true })
  enabled!: boolean;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { webhookUrl: 'https://example.com/hook', webhookMethod: 'POST', headers: [] },
    description: 'Secrets are masked.',
  })
  config!: Record<string, unknown>;

  @ApiProperty({ example: 'ws_demo' })
  workspaceId!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:00:00.000Z' })
  updatedAt!: string;

  @ApiPropertyOptional({ type: DestinationTransformationDto })
  transformation?: DestinationTransformationDto;
}

export class SourcePageDto {
  @ApiProperty({ type: [SourceDto] })
  sources!: SourceDto[];

  @ApiProperty({ type: LookupPagingDto })
  paging!: LookupPagingDto;
}

export class DestinationPageDto {
  @ApiProperty({ type: [DestinationDto] })
  destinations!: DestinationDto[];

  @ApiProperty({ type: LookupPagingDto })
  paging!: LookupPagingDto;
}

export class SourceAnswerDto {
  @ApiProperty({ type: SourceDto })
  source!: SourceDto;
}

export class DestinationAnswerDto {
  @ApiProperty({ type: DestinationDto })
  destination!: DestinationDto;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DestinationTransformationDto, LookupPagingDto } from './lookup.dto.js';

const TIME = { format: 'date-time', example: '2026-11-21T08:00:00.000Z' };

export class ConnectionDto {
  @ApiProperty({ example: 'con_web_hook' })
  id!: string;

  @ApiProperty({ example: 'src_web' })
  sourceId!: string;

  @ApiProperty({ example: 'dst_hook' })
  destinationId!: string;

  @ApiProperty({ example: true })
  enabled!: boolean;

  @ApiProperty(TIME)
  createdAt!: string;

  @ApiProperty(TIME)
  updatedAt!: string;
}

export class ConnectionAnswerDto {
  @ApiProperty({ type: ConnectionDto })
  connection!: ConnectionDto;
}

export class ConnectionPageDto {
  @ApiProperty({ type: [ConnectionDto] })
  connections!: ConnectionDto[];

  @ApiProperty({ type: LookupPagingDto })
  paging!: LookupPagingDto;
}

/** A transformation or a library. */
export class ModuleDto {
  @ApiProperty({ example: 'tr_mask' })
  id!: string;

  @ApiProperty({ example: 'Mask e-mail' })
  name!: string;

  @ApiProperty({ example: 'export function transformEvent(event) { return event; }' })
  code!: string;

  @ApiProperty(TIME)
  createdAt!: string;

  @ApiProperty(TIME)
  updatedAt!: string;
}

export class TransformationDto extends ModuleDto {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    example: 3,
    description: 'Of the code: another one each time that it changes.',
  })
  version!: number;
}

export class TransformationAnswerDto {
  @ApiProperty({ type: TransformationDto })
  transformation!: TransformationDto;
}

/** A version in a list. */
export class CodeVersionDto {
  @ApiProperty({ type: 'integer', minimum: 1, example: 3 })
  number!: number;

  @ApiProperty({ example: true, description: 'Whether it is the one that runs.' })
  current!: boolean;

  @ApiProperty(TIME)
  createdAt!: string;

  @ApiPropertyOptional({
    example: 'ci',
    description:
      'Name of the token. Absent where it came from the workspace file, or from before there were versions.',
  })
  createdBy?: string;
}

export class WholeCodeVersionDto extends CodeVersionDto {
  @ApiProperty({ example: 'export function transformEvent(event) { return event; }' })
  code!: string;
}

export class CodeVersionAnswerDto {
  @ApiProperty({ type: WholeCodeVersionDto })
  version!: WholeCodeVersionDto;
}

export class CodeVersionListDto {
  @ApiProperty({ type: [CodeVersionDto] })
  versions!: CodeVersionDto[];
}

export class TransformationPageDto {
  @ApiProperty({ type: [TransformationDto] })
  transformations!: TransformationDto[];

  @ApiProperty({ type: LookupPagingDto })
  paging!: LookupPagingDto;
}

export class LibraryAnswerDto {
  @ApiProperty({ type: ModuleDto })
  library!: ModuleDto;
}

export class LibraryPageDto {
  @ApiProperty({ type: [ModuleDto] })
  libraries!: ModuleDto[];

  @ApiProperty({ type: LookupPagingDto })
  paging!: LookupPagingDto;
}

export class TransformationLinkAnswerDto {
  @ApiProperty({ type: DestinationTransformationDto })
  transformation!: DestinationTransformationDto;
}

import { ApiProperty } from '@nestjs/swagger';
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

export class TransformationAnswerDto {
  @ApiProperty({ type: ModuleDto })
  transformation!: ModuleDto;
}

export class TransformationPageDto {
  @ApiProperty({ type: [ModuleDto] })
  transformations!: ModuleDto[];

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

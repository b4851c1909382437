import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class TestedTransformationDto {
  @ApiProperty({ example: 'tr_mask' })
  id!: string;

  @ApiProperty({ type: 'integer', example: 7 })
  version!: number;
}

/** Which saved state a test ran on. */
export class TestedVersionsDto {
  @ApiProperty({
    example: '2026-11-26T08:00:00.123Z',
    description:
      'When the workspace last changed before what ran was read. It is no earlier than the last change before the test was asked for: code, libraries, configuration, connections and credentials.',
  })
  savedAt!: string;

  @ApiPropertyOptional({
    example: 'Jf2m0aWkqv3y',
    description: 'The destination’s ETag, without its quotes.',
  })
  destination?: string;

  @ApiPropertyOptional({
    type: TestedTransformationDto,
    description: 'Absent for code that is not saved.',
  })
  transformation?: TestedTransformationDto;
}

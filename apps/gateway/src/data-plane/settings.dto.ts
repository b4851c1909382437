import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class DataPlaneComponentDto {
  @ApiProperty({ example: 'router' })
  name!: string;

  @ApiPropertyOptional({ type: [String] })
  features?: string[];
}

/** What a data plane says of itself. */
export class DataPlaneSettingsDto {
  @ApiPropertyOptional({ type: [DataPlaneComponentDto] })
  components?: DataPlaneComponentDto[];
}

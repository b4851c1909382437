import { ApiProperty } from '@nestjs/swagger';
import { LookupPagingDto } from '../catalog/lookup.dto.js';
import { SecretDto, SecretInputDto } from './secret.dto.js';

/** A data plane of the workspace. */
export class DataPlaneDto extends SecretDto {}

/** Body of `POST /v2/data-planes`. */
export class DataPlaneInputDto extends SecretInputDto {}

export class DataPlanePageDto {
  @ApiProperty({ type: () => [DataPlaneDto] })
  dataPlanes!: DataPlaneDto[];

  @ApiProperty({ type: () => LookupPagingDto })
  paging!: LookupPagingDto;
}

export class NewDataPlaneDto {
  @ApiProperty({ type: () => DataPlaneDto })
  dataPlane!: DataPlaneDto;

  @ApiProperty({
    example: 'lth_dp_…',
    description: 'What the data plane gets as WORKSPACE_TOKEN. Shown only now, and stored nowhere.',
  })
  secret!: string;
}

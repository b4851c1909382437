import { LookupPagingDto, Member, object, objects, text } from '../definition/index.js';
import { SecretDto, SecretInputDto } from './secret.dto.js';

export class DataPlaneDto extends SecretDto {}

/** Body of `POST /v2/data-planes`. */
export class DataPlaneInputDto extends SecretInputDto {}

export class DataPlanePageDto {
  @Member({ is: objects(() => DataPlaneDto) })
  dataPlanes!: DataPlaneDto[];

  @Member({ is: object(() => LookupPagingDto) })
  paging!: LookupPagingDto;
}

export class NewDataPlaneDto {
  @Member({ is: object(() => DataPlaneDto) })
  dataPlane!: DataPlaneDto;

  @Member({
    is: text,
    example: 'lth_dp_…',
    description:
      'Value for WORKSPACE_TOKEN of the data plane. Shown only in this answer. Lethe stores only a hash.',
  })
  secret!: string;
}

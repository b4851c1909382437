import { LookupPagingDto, Member, object, objects, text } from '../definition/index.js';
import { SecretDto, SecretInputDto } from './secret.dto.js';

/** A data plane of the workspace. */
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
    description: 'What the data plane gets as WORKSPACE_TOKEN. Shown only now, and stored nowhere.',
  })
  secret!: string;
}

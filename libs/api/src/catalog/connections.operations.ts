import { flag, Member, text, TIME } from '../definition/index.js';
import { itemId } from './catalog-kinds.js';
import { EditedAnswerDto, ID, patchOf, shownAs } from './items.js';
import { EXAMPLE_TIMES, resource } from './resource.js';

/** Body of `POST /v2/connections` and `PUT /v2/connections/{id}`. */
export class ConnectionInputDto extends EditedAnswerDto {
  @Member({ ...ID, example: 'con_web_hook' })
  id?: string;

  @Member({ is: itemId, example: 'src_web' })
  sourceId!: string;

  @Member({ is: itemId, example: 'dst_hook' })
  destinationId!: string;

  @Member({ is: flag, optional: true, example: true, default: true })
  enabled?: boolean;
}

export class ConnectionDto {
  @Member({ is: text, example: 'con_web_hook' })
  id!: string;

  @Member({ is: text, example: 'src_web' })
  sourceId!: string;

  @Member({ is: text, example: 'dst_hook' })
  destinationId!: string;

  @Member({ is: flag, example: true })
  enabled!: boolean;

  @Member(TIME)
  createdAt!: string;

  @Member(TIME)
  updatedAt!: string;
}

const INPUT = { sourceId: 'src_web', destinationId: 'dst_hook', enabled: true };

export const connections = resource({
  one: 'Connection',
  many: 'Connections',
  noun: 'connection',
  path: '/v2/connections',
  input: ConnectionInputDto,
  patch: patchOf('ConnectionPatchDto', ConnectionInputDto),
  shown: shownAs('Connection', 'connection', 'connections', ConnectionDto),
  examples: {
    input: INPUT,
    patch: { enabled: false },
    item: { id: 'con_web_hook', ...INPUT, ...EXAMPLE_TIMES },
  },
});

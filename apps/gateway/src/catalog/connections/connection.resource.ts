import type { CatalogConnection, ConnectionValues } from '@lethe/catalog';
import {
  ConnectionAnswerDto,
  ConnectionInputDto,
  ConnectionPageDto,
  type ConnectionDto,
  ConnectionPatchDto,
} from '@lethe/api';
import { EXAMPLE_TIMES, type ListedResourceOf } from '../catalog-resource.js';

const INPUT = { sourceId: 'src_web', destinationId: 'dst_hook', enabled: true };
const EXAMPLE: ConnectionDto = { id: 'con_web_hook', ...INPUT, ...EXAMPLE_TIMES };

export const CONNECTION: ListedResourceOf<
  ConnectionInputDto,
  ConnectionAnswerDto,
  ConnectionPageDto
> = {
  noun: 'connection',
  input: {
    type: ConnectionInputDto,
    patchType: ConnectionPatchDto,
    patch: { enabled: false },
    names: ['id', 'sourceId', 'destinationId', 'enabled'],
    example: INPUT,
  },
  answer: { type: ConnectionAnswerDto, example: { connection: EXAMPLE } },
  page: { type: ConnectionPageDto, example: { connections: [EXAMPLE], paging: { total: 1 } } },
};

export function toConnectionValues(input: ConnectionInputDto): ConnectionValues {
  const { sourceId, destinationId, enabled = true } = input;
  return { sourceId, destinationId, enabled };
}

export function toConnectionDto(connection: CatalogConnection): ConnectionDto {
  return {
    id: connection.id,
    sourceId: connection.sourceId,
    destinationId: connection.destinationId,
    enabled: connection.enabled,
    createdAt: connection.createdAt.toISOString(),
    updatedAt: connection.updatedAt.toISOString(),
  };
}

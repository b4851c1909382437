import type { CatalogSource, SourceValues } from '@lethe/catalog';
import {
  SourceAnswerDto,
  SourceInputDto,
  SourcePageDto,
  type SourceDto,
  SourcePatchDto,
} from '@lethe/api';
import { EXAMPLE_TIMES, type ListedResourceOf } from '../catalog-resource.js';

const EXAMPLE: SourceDto = {
  id: 'src_web',
  name: 'Website',
  type: 'Javascript',
  writeKey: 'wk_web',
  enabled: true,
  config: {},
  ...EXAMPLE_TIMES,
};

export const SOURCE: ListedResourceOf<SourceInputDto, SourceAnswerDto, SourcePageDto> = {
  noun: 'source',
  exampleId: EXAMPLE.id,
  reading: {
    tag: 'Lookups',
    list: 'List sources',
    show: 'Show a source',
    page: 'A page of sources.',
    answer: 'The source.',
  },
  input: {
    type: SourceInputDto,
    patchType: SourcePatchDto,
    patch: { enabled: false },
    names: ['id', 'name', 'type', 'enabled', 'config', 'writeKey'],
    example: { name: 'Website', type: 'Javascript', enabled: true, config: {} },
  },
  answer: { type: SourceAnswerDto, example: { source: EXAMPLE } },
  page: {
    type: SourcePageDto,
    example: { sources: [EXAMPLE], paging: { total: 101, next: '/v2/sources?page=2' } },
  },
};

export function toSourceValues(input: SourceInputDto): SourceValues {
  const { name, type, enabled = true, config = {}, writeKey } = input;
  return { name, type, enabled, config, ...(writeKey === undefined ? {} : { writeKey }) };
}

/** @param withWriteKey whoever has the write key can send events, so only `catalog:write` sees it */
export function toSourceDto(source: CatalogSource, withWriteKey: boolean): SourceDto {
  return {
    id: source.id,
    name: source.name,
    type: source.type,
    ...(withWriteKey ? { writeKey: source.writeKey } : {}),
    enabled: source.enabled,
    config: { ...source.config },
    createdAt: source.createdAt.toISOString(),
    updatedAt: source.updatedAt.toISOString(),
  };
}

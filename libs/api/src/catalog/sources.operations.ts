import { flag, Member, members, text, TIME } from '../definition/index.js';
import { config, itemName } from './catalog-kinds.js';
import { EditedAnswerDto, ID, patchOf, shownAs } from './items.js';
import { EXAMPLE_TIMES, resource } from './resource.js';

/** Body of `POST /v2/sources` and `PUT /v2/sources/{id}`. */
export class SourceInputDto extends EditedAnswerDto {
  @Member({ ...ID, example: 'src_web' })
  id?: string;

  @Member({ is: itemName, example: 'Website' })
  name!: string;

  @Member({ is: itemName, example: 'Javascript' })
  type!: string;

  @Member({ is: flag, optional: true, example: true, default: true })
  enabled?: boolean;

  @Member({ is: config, optional: true, example: {} })
  config?: Record<string, unknown>;

  @Member({
    is: itemName,
    optional: true,
    example: 'wk_web',
    description:
      'Lethe generates it for a new source. In a PUT, send the write key of the source or leave it out.',
  })
  writeKey?: string;
}

export class SourceDto {
  @Member({ is: text, example: 'src_web' })
  id!: string;

  @Member({ is: text, example: 'Website' })
  name!: string;

  @Member({ is: text, example: 'Javascript' })
  type!: string;

  @Member({
    is: text,
    optional: true,
    example: 'wk_web',
    description: 'Shown only to a token with the scope `catalog:write`.',
  })
  writeKey?: string;

  @Member({ is: flag, example: true })
  enabled!: boolean;

  @Member({ is: members, example: {} })
  config!: Record<string, unknown>;

  @Member(TIME)
  createdAt!: string;

  @Member(TIME)
  updatedAt!: string;
}

const INPUT = { name: 'Website', type: 'Javascript', enabled: true, config: {} };

export const sources = resource({
  one: 'Source',
  many: 'Sources',
  noun: 'source',
  path: '/v2/sources',
  input: SourceInputDto,
  patch: patchOf('SourcePatchDto', SourceInputDto),
  shown: shownAs('Source', 'source', 'sources', SourceDto),
  examples: {
    input: INPUT,
    patch: { enabled: false },
    item: { id: 'src_web', ...INPUT, writeKey: 'wk_web', ...EXAMPLE_TIMES },
    isInDemo: true,
    paging: { total: 101, next: '/v2/sources?page=2' },
  },
  reading: {
    tag: 'Lookups',
    list: 'List sources',
    show: 'Show a source',
    page: 'A page of sources.',
    answer: 'The source.',
  },
});

import {
  LookupPagingDto,
  Member,
  membersOf,
  object,
  objects,
  pageNumber,
  PAGES_END_EARLY,
  type Dto,
  type MemberRule,
} from '../definition/index.js';
import { afterId, ignoredText, itemId } from './catalog-kinds.js';

export const ID = {
  is: itemId,
  optional: true,
  description: 'Lethe generates one when it is absent.',
};
const IGNORED = {
  is: ignoredText,
  optional: true,
  description: 'Read-only. Ignored in a request.',
};
const STAYS = 'Unchanged when absent.';

/**
 * Read-only members of answers. They are allowed and ignored in a body, so that a client can edit
 * an answer and send it back.
 */
export class EditedAnswerDto {
  @Member(IGNORED)
  workspaceId?: string;

  @Member(IGNORED)
  createdAt?: string;

  @Member(IGNORED)
  updatedAt?: string;
}

export class PageQueryDto {
  @Member({
    is: pageNumber,
    optional: true,
    default: 1,
    description: `Number of the page. A page has 100 items, sorted by id. ${PAGES_END_EARLY}`,
  })
  page!: number;

  @Member({
    is: afterId,
    optional: true,
    description:
      'Continues a page that ended early. The path in `paging.next` contains it: use that path unchanged.',
  })
  after?: string;
}

/** DTOs of an answer with one item and of a page of items. */
export interface Shown<Key extends string, ListKey extends string, Item> {
  readonly key: Key;
  readonly listKey: ListKey;
  readonly answer: Dto<Readonly<Record<Key, Item>>>;
  readonly page: Dto<
    Readonly<Record<ListKey, readonly Item[]>> & { readonly paging: LookupPagingDto }
  >;
}

/**
 * Returns the DTOs of an answer with one item, and of a page of items.
 *
 * @param name prefix of the names of both DTOs in the API reference
 */
export function shownAs<Key extends string, ListKey extends string, Item extends object>(
  name: string,
  key: Key,
  listKey: ListKey,
  item: Dto<Item>,
): Shown<Key, ListKey, Item> {
  const answer = dtoOf<Readonly<Record<Key, Item>>>(`${name}AnswerDto`, [
    [key, { is: object(() => item) }],
  ]);
  const page = dtoOf<Shown<Key, ListKey, Item>['page'] extends Dto<infer P> ? P : never>(
    `${name}PageDto`,
    [
      [listKey, { is: objects(() => item) }],
      ['paging', { is: object(() => LookupPagingDto) }],
    ],
  );
  return { key, listKey, answer, page };
}

/**
 * Returns the DTO of a merge patch. No member is required or has a default, because absent members
 * stay unchanged.
 *
 * @param changed rules that replace rules of the input
 */
export function patchOf<Input extends object>(
  name: string,
  input: Dto<Input>,
  changed: Partial<Record<keyof Input, Partial<MemberRule>>> = {},
): Dto<Partial<Input>> {
  const overrides: Readonly<Record<string, Partial<MemberRule> | undefined>> = changed;
  const members = [...membersOf(input)].map(([member, rule]): [string, MemberRule] => {
    if (member === 'id') return [member, OF_PATH];
    const { default: defaultValue, ...rest } = rule;
    const stays = defaultValue === undefined ? {} : { example: false, description: STAYS };
    return [member, { ...rest, ...stays, optional: true, ...overrides[member] }];
  });
  return dtoOf(name, members);
}

const OF_PATH = { is: itemId, optional: true, description: 'The id from the path, or absent.' };

function dtoOf<T extends object>(
  name: string,
  members: readonly (readonly [name: string, rule: MemberRule])[],
): Dto<T> {
  class MadeDto {
    readonly members?: never;
  }
  Object.defineProperty(MadeDto, 'name', { value: name }); // the API reference shows the name
  for (const [member, rule] of members) Member(rule)(MadeDto.prototype, member);
  return MadeDto as unknown as Dto<T>;
}

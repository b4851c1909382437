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

/** Of something that is made. */
export const ID = { is: itemId, optional: true, description: 'Made when it is absent.' };
const IGNORED = { is: ignoredText, optional: true, description: 'Of an answer; ignored.' };
const STAYS = 'Stays as it is when it is absent.';

/** Read-only members of answers, ignored in a body, so that an answer can be edited and sent back. */
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
    description: `100 items a page, in the order of their ids. ${PAGES_END_EARLY}`,
  })
  page!: number;

  @Member({
    is: afterId,
    optional: true,
    description:
      'Taken unchanged from `paging.next`, which is a whole path: the rest of a page that ended early.',
  })
  after?: string;
}

/** What answers show one item in. */
export interface Shown<Key extends string, ListKey extends string, Item> {
  readonly key: Key;
  readonly listKey: ListKey;
  readonly answer: Dto<Readonly<Record<Key, Item>>>;
  readonly page: Dto<
    Readonly<Record<ListKey, readonly Item[]>> & { readonly paging: LookupPagingDto }
  >;
}

/**
 * Makes the DTOs of an answer with one item, and of a page of them.
 *
 * @param name of both in the reference, without what they end with
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
 * Makes the DTO of a merge patch: what is absent stays as it is, so nothing has a default, and nothing is required.
 *
 * @param changed what is said otherwise of members
 */
export function patchOf<Input extends object>(
  name: string,
  input: Dto<Input>,
  changed: Partial<Record<keyof Input, Partial<MemberRule>>> = {},
): Dto<Partial<Input>> {
  const said: Readonly<Record<string, Partial<MemberRule> | undefined>> = changed;
  const members = [...membersOf(input)].map(([member, rule]): [string, MemberRule] => {
    if (member === 'id') return [member, OF_PATH];
    const { default: usual, ...rest } = rule;
    const stays = usual === undefined ? {} : { example: false, description: STAYS };
    return [member, { ...rest, ...stays, optional: true, ...said[member] }];
  });
  return dtoOf(name, members);
}

const OF_PATH = { is: itemId, optional: true, description: 'That of the path, or absent.' };

/** The DTO of the members that it gets. */
function dtoOf<T extends object>(
  name: string,
  members: readonly (readonly [name: string, rule: MemberRule])[],
): Dto<T> {
  class MadeDto {
    readonly members?: never;
  }
  Object.defineProperty(MadeDto, 'name', { value: name }); // in the reference
  for (const [member, rule] of members) Member(rule)(MadeDto.prototype, member);
  return MadeDto as unknown as Dto<T>;
}

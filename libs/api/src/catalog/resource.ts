import type { ErrorCode, Scope } from '@lethe/contracts';
import {
  capability,
  Member,
  route,
  text,
  TIME,
  type Capability,
  type Dto,
  type LookupPagingDto,
  type Route,
} from '../definition/index.js';
import { PageQueryDto, type Shown } from './items.js';

export const EXAMPLE_TIMES = { createdAt: TIME.example, updatedAt: TIME.example };

interface ResourceRules<
  One extends string,
  Many extends string,
  Key extends string,
  ListKey extends string,
  Input extends object,
  Item extends object,
> {
  /** Part of operation ids, such as `Source` in `getSource`. */
  readonly one: One;
  readonly many: Many;
  /** Noun for the API reference, in the singular. */
  readonly noun: string;
  /**
   * Path of the list. If it contains `{id}` of an owner, the path of an item ends with `{caseId}`.
   */
  readonly path: `/${string}`;
  readonly input: Dto<Input>;
  readonly patch: Dto<Partial<Input>>;
  readonly removable?: readonly (keyof Input & string)[];
  readonly shown: Shown<Key, ListKey, Item>;
  readonly examples: {
    readonly input: Partial<Input>;
    readonly patch: Partial<Input>;
    readonly item: Item;
    /** Whether the demo workspace has the item. Then its id is the example for the path. */
    readonly isInDemo?: boolean;
    readonly paging?: LookupPagingDto;
  };
  readonly credentials?: 'token' | 'token or basic';
  /** Texts of the API reference for the list and for one item, if the default texts do not fit. */
  readonly reading?: {
    readonly tag: string;
    readonly list: string;
    readonly show: string;
    readonly page: string;
    readonly answer: string;
  };
  /** Side effect of a removal, and further errors. */
  readonly removal?: { readonly effect: string; readonly errors: readonly ErrorCode[] };
}

export interface ItemPath {
  readonly id: string;
  readonly ownerId?: string;
}

export type OwnerPath = Pick<ItemPath, 'ownerId'>;

type Operations<
  One extends string,
  Many extends string,
  Input extends object,
  Answer,
  Page,
> = Readonly<Record<`list${Many}`, Route<OwnerPath, PageQueryDto, object, Page>>> &
  Readonly<Record<`get${One}`, Route<ItemPath, object, object, Answer>>> &
  Readonly<Record<`create${One}`, Route<OwnerPath, object, Input, Answer>>> &
  Readonly<Record<`replace${One}`, Route<ItemPath, object, Input, Answer>>> &
  Readonly<Record<`patch${One}`, Route<ItemPath, object, Partial<Input>, Answer>>> &
  Readonly<Record<`delete${One}`, Route<ItemPath, object, object, void>>>;

/** A resource of the catalog, with its six operations and the types of its answers. */
export interface Resource<
  One extends string = string,
  Many extends string = string,
  Key extends string = string,
  ListKey extends string = string,
  Input extends object = object,
  Item extends object = object,
> extends Capability<
  Operations<
    One,
    Many,
    Input,
    Readonly<Record<Key, Item>>,
    Readonly<Record<ListKey, readonly Item[]>> & { readonly paging: LookupPagingDto }
  >
> {
  readonly one: One;
  readonly many: Many;
  readonly input: Dto<Input>;
  readonly shown: Shown<Key, ListKey, Item>;
}

const CATALOG = [
  'Catalog',
  'Sources, destinations, connections, transformations and their libraries.',
] as const;

/** Returns a capability of the catalog with the given operations. */
export function catalogCapability<Of extends Readonly<Record<string, Route>>>(
  operations: Of,
): Capability<Of> {
  return capability(...CATALOG, operations);
}

/** Returns a resource with operations to list, show, create, replace, change and delete items. */
export function resource<
  One extends string,
  Many extends string,
  Key extends string,
  ListKey extends string,
  Input extends object,
  Item extends object,
>(
  rules: ResourceRules<One, Many, Key, ListKey, Input, Item>,
): Resource<One, Many, Key, ListKey, Input, Item> {
  const { one, many, noun, path, input, patch, removable = [], shown, examples } = rules;
  const { credentials, reading, removal } = rules;
  const isOwned = path.includes('{id}');
  const itemUrl: typeof path = isOwned ? `${path}/{caseId}` : `${path}/{id}`;
  const owner = isOwned ? { path: OwnerPathDto } : {};
  const answer = {
    type: shown.answer as Dto,
    example: { [shown.key]: examples.item },
  };
  const item = itemPath(isOwned, exampleId(examples));
  const withScope = (scope: Scope) => ({
    ...(credentials === undefined ? {} : { credentials }),
    scopes: [scope],
    description: `Requires the scope \`${scope}\`.`,
  });
  const read = { ...withScope('catalog:read'), ...(reading && { tag: reading.tag }) };
  const write = withScope('catalog:write');
  const body = { body: input as Dto, examples: { whole: { value: examples.input } } };
  const changes = {
    path: item,
    takesIfMatch: true,
    errors: ['conflict'] as const,
  };
  const operations = {
    [`list${many}`]: route({
      ...{ ...read, ...owner, http: `GET ${path}` as const, query: PageQueryDto },
      summary: reading?.list ?? `List${wordsOf(many)}`,
      answer: {
        status: 200,
        isLarge: true,
        type: shown.page,
        description: reading?.page ?? 'A page.',
        example: {
          [shown.listKey]: [examples.item],
          paging: examples.paging ?? { total: 1 },
        },
      },
    }),
    [`get${one}`]: route({
      ...{ ...read, http: `GET ${itemUrl}` as const, path: item },
      summary: reading?.show ?? `Show a ${noun}`,
      answer: {
        ...answer,
        status: 200,
        description: reading?.answer ?? `The ${noun}. The header ETag has its version.`,
      },
    }),
    [`create${one}`]: route({
      ...{ ...write, ...owner, ...body, http: `POST ${path}` as const },
      summary: `Create a ${noun}`,
      answer: {
        ...answer,
        status: 201,
        description: 'Created. The header Location has its path, and the header ETag its version.',
      },
      errors: ['conflict'],
    }),
    [`replace${one}`]: route({
      ...{ ...write, ...body, ...changes, http: `PUT ${itemUrl}` as const },
      summary: `Replace a ${noun}`,
      answer: {
        ...answer,
        status: 200,
        description: 'Replaced. The header ETag has its new version.',
      },
    }),
    [`patch${one}`]: route({
      ...{ ...write, ...changes, http: `PATCH ${itemUrl}` as const },
      summary: `Change a ${noun}`,
      body: patch,
      patches: { of: input, removable, example: examples.patch },
      answer: {
        ...answer,
        status: 200,
        description: 'Changed. The header ETag has its new version.',
      },
    }),
    [`delete${one}`]: deletion(noun, `DELETE ${itemUrl}`, item, { ...write, ...removal }),
  };
  const created = capability(...CATALOG, operations) as unknown as Resource<
    One,
    Many,
    Key,
    ListKey,
    Input,
    Item
  >;
  return { ...created, one, many, input, shown };
}

/** Returns an operation that deletes an item. Its answer has the status 204. */
export function deletion<Path extends object>(
  noun: string,
  http: `DELETE /${string}`,
  path: Dto<Path>,
  {
    effect,
    errors = [],
    ...words
  }: Pick<Route, 'description' | 'scopes'> & {
    readonly effect?: string;
    readonly errors?: readonly ErrorCode[];
  },
): Route<Path, object, object, void> {
  return route<Path>({
    ...{ ...words, http, path, takesIfMatch: true },
    summary: `Delete a ${noun}`,
    answer: { status: 204, description: `Deleted.${effect === undefined ? '' : ` ${effect}`}` },
    errors: ['conflict', ...errors],
  });
}

class OwnerPathDto {
  @Member({ is: text, named: 'id' })
  ownerId!: string;
}

/** Returns the path of an item. Any text is accepted, because an invalid id is simply not found. */
export function itemPath(isOwned: boolean, example?: string): Dto<ItemPath> {
  const is = { schema: { type: 'string', ...(example === undefined ? {} : { example }) } };
  if (!isOwned) {
    class ItemPathDto {
      @Member({ is })
      id!: string;
    }
    return ItemPathDto;
  }
  class OwnedItemPathDto extends OwnerPathDto {
    @Member({ is, named: 'caseId' })
    id!: string;
  }
  return OwnedItemPathDto;
}

/** Splits a plural into words, such as ` test cases` for `TestCases`. */
function wordsOf(many: string): string {
  return many.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function exampleId({ item, isInDemo = false }: { item: object; isInDemo?: boolean }) {
  return isInDemo ? (item as { readonly id: string }).id : undefined;
}

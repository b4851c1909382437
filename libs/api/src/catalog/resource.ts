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

/** The times of every example. */
export const EXAMPLE_TIMES = { createdAt: TIME.example, updatedAt: TIME.example };

/** What is said of one resource of the catalog. */
interface ResourceRules<
  One extends string,
  Many extends string,
  Key extends string,
  ListKey extends string,
  Input extends object,
  Item extends object,
> {
  /** In the ids of operations, as `Source` in `getSource`. */
  readonly one: One;
  readonly many: Many;
  /** What the reference calls it, in the singular. */
  readonly noun: string;
  /** Of the list. What stands beside something else has `{id}` of that in it, and is `caseId` itself. */
  readonly path: `/${string}`;
  readonly input: Dto<Input>;
  readonly patch: Dto<Partial<Input>>;
  readonly removable?: readonly (keyof Input & string)[];
  readonly shown: Shown<Key, ListKey, Item>;
  readonly examples: {
    readonly input: Partial<Input>;
    readonly patch: Partial<Input>;
    readonly item: Item;
    /** The demo workspace has the item, so its id stands in the path. */
    readonly isInDemo?: boolean;
    readonly paging?: LookupPagingDto;
  };
  readonly credentials?: 'token' | 'token or basic';
  /** Words of the reference about reading, where they differ from those of other resources. */
  readonly reading?: {
    readonly tag: string;
    readonly list: string;
    readonly show: string;
    readonly page: string;
    readonly answer: string;
  };
  /** What happens with a removal, and the errors that come of it. */
  readonly removal?: { readonly effect: string; readonly errors: readonly ErrorCode[] };
}

/** Of an item, and of what it is beside. */
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

/** A resource of the catalog: its six operations, and what makes its answers. */
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

/** A capability of the catalog that is no resource. */
export function catalogCapability<Of extends Readonly<Record<string, Route>>>(
  operations: Of,
): Capability<Of> {
  return capability(...CATALOG, operations);
}

/** States a resource: its items are listed, shown, created, replaced, changed and deleted. */
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
  const itemIs: typeof path = isOwned ? `${path}/{caseId}` : `${path}/{id}`;
  const owner = isOwned ? { path: OwnerPathDto } : {};
  const answer = {
    type: shown.answer as Dto,
    example: { [shown.key]: examples.item },
  };
  const item = itemPath(isOwned, exampleId(examples));
  const taking = (scope: Scope) => ({
    ...(credentials === undefined ? {} : { credentials }),
    scopes: [scope],
    description: `Takes \`${scope}\`.`,
  });
  const read = { ...taking('catalog:read'), ...(reading && { tag: reading.tag }) };
  const write = taking('catalog:write');
  const body = { body: input as Dto, examples: { whole: { value: examples.input } } };
  const changes = {
    path: item,
    takesIfMatch: true,
    errors: ['conflict'] as const,
  };
  const operations = {
    [`list${many}`]: route({
      ...{ ...read, ...owner, http: `GET ${path}` as const, query: PageQueryDto },
      summary: reading?.list ?? `List: ${noun}`,
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
      ...{ ...read, http: `GET ${itemIs}` as const, path: item },
      summary: reading?.show ?? `Show a ${noun}`,
      answer: {
        ...answer,
        status: 200,
        description: reading?.answer ?? 'As it is; its version is in ETag.',
      },
    }),
    [`create${one}`]: route({
      ...{ ...write, ...owner, ...body, http: `POST ${path}` as const },
      summary: `Create a ${noun}`,
      answer: {
        ...answer,
        status: 201,
        description: 'Created. Location says where it is, ETag its version.',
      },
      errors: ['conflict'],
    }),
    [`replace${one}`]: route({
      ...{ ...write, ...body, ...changes, http: `PUT ${itemIs}` as const },
      summary: `Replace a ${noun}`,
      answer: { ...answer, status: 200, description: 'Replaced; its version is in ETag.' },
    }),
    [`patch${one}`]: route({
      ...{ ...write, ...changes, http: `PATCH ${itemIs}` as const },
      summary: `Change a ${noun}`,
      body: patch,
      patches: { of: input, removable, example: examples.patch },
      answer: { ...answer, status: 200, description: 'Changed; its version is in ETag.' },
    }),
    [`delete${one}`]: deletion(noun, `DELETE ${itemIs}`, item, { ...write, ...removal }),
  };
  const made = capability(...CATALOG, operations) as unknown as Resource<
    One,
    Many,
    Key,
    ListKey,
    Input,
    Item
  >;
  return { ...made, one, many, input, shown };
}

/** A removal, answered 204. @param words of all operations that write, and of this one */
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

/** Whatever is no id is not found. */
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

function exampleId({ item, isInDemo = false }: { item: object; isInDemo?: boolean }) {
  return isInDemo ? (item as { readonly id: string }).id : undefined;
}

import type { ItemPath, Resource } from '@lethe/api/catalog';
import type { CheckTogether } from '@lethe/api/definition';
import {
  CATALOG_PAGE_SIZE,
  type CatalogEditor,
  type CatalogPage,
  type CatalogPageRequest,
  type Precondition,
  type TokenIdentity,
} from '@lethe/catalog';
import { DetailsCollector, LetheError, nameProblem, type RequestLimits } from '@lethe/contracts';
import type { FastifyReply } from 'fastify';
import { pathOf } from '../http/request/query-string.js';
import type { Asked, HandlersOf } from '../operations/handlers.js';
import { takeMerged } from '../operations/take-request.js';
import { mergePatch } from './merge-patch.js';

/** What the controllers of resources need. */
export interface EditorParts {
  readonly editor: CatalogEditor;
  readonly limits: RequestLimits;
}

export interface StoredItem {
  readonly id: string;
  readonly version: string;
}

interface Table<Stored, Values> {
  page(workspaceId: string, wanted: CatalogPageRequest): Promise<CatalogPage<Stored>>;
  find(workspaceId: string, id: string): Promise<Stored | undefined>;
  create(
    workspaceId: string,
    id: string | undefined,
    values: Values,
    author?: string,
  ): Promise<Stored>;
  replace(
    workspaceId: string,
    id: string,
    precondition: Precondition | undefined,
    change: (current: Stored) => Values,
    author?: string,
  ): Promise<Stored>;
  remove(workspaceId: string, id: string, precondition: Precondition | undefined): Promise<void>;
}

/** How items of one resource are stored and shown. */
export interface ItemKind<Stored, Values, Input, Item> {
  readonly table: (ownerId: string) => Table<Stored, Values>;
  /** Throws LetheError where the owner is not there, before its items are listed. */
  readonly expectOwner?: (workspaceId: string, ownerId: string) => Promise<unknown>;
  readonly show: (item: Stored, identity: TokenIdentity) => Item;
  /** What a patch is applied to, where that is not what the one who may change it is shown. */
  readonly patched?: (current: Stored) => object;
  /**
   * @param current absent for a new item
   * @param patch as it was sent, where it is one
   * @throws LetheError for what does not go with the present item
   */
  readonly toValues: (input: Input, current?: Stored, patch?: Partial<Input>) => Values;
  /** Adds what is wrong with an input beside what its DTO says. */
  readonly checks?: CheckTogether<Input & object>;
}

/** Lists, shows, creates, replaces, changes and deletes the items of a resource. @param limits those in force */
export function resourceHandlers<
  One extends string,
  Many extends string,
  Key extends string,
  ListKey extends string,
  Input extends object,
  Item extends object,
  Stored extends StoredItem,
  Values,
>(
  resource: Resource<One, Many, Key, ListKey, Input, Item>,
  kind: ItemKind<Stored, Values, Input, Item>,
  limits: RequestLimits,
): HandlersOf<Resource<One, Many, Key, ListKey, Input, Item>> {
  const { one, many, input, shown } = resource;
  const { table: tableOf, show, patched, toValues, checks } = kind;
  const tableAt = ({ ownerId = '' }: Partial<ItemPath>) => tableOf(ownerId);
  const answer = (item: Stored, { identity, reply }: Pick<AnyAsked, 'identity' | 'reply'>) => {
    showVersion(reply, item);
    return { [shown.key]: show(item, identity) };
  };
  const change = async (asked: AnyAsked, toInput: (current: Stored) => Values) => {
    const { path, identity, precondition } = asked;
    const { workspaceId, name: author } = identity;
    const { id = '' } = path;
    return answer(
      await tableAt(path).replace(workspaceId, id, precondition, toInput, author),
      asked,
    );
  };
  const handlers: Record<string, object> = {
    [`list${many}`]: {
      async answers({ path, query, identity, request }: AnyAsked) {
        const { workspaceId } = identity;
        await kind.expectOwner?.(workspaceId, path.ownerId ?? '');
        const listed = await tableAt(path).page(workspaceId, query);
        const items = listed.items.map((item) => show(item, identity));
        return { [shown.listKey]: items, paging: pagingOf(listed, pathOf(request.url), query) };
      },
    },
    [`get${one}`]: {
      async answers(asked: AnyAsked) {
        const { path, identity } = asked;
        const item = await tableAt(path).find(identity.workspaceId, path.id ?? '');
        if (item === undefined) throw new LetheError('not_found');
        return answer(item, asked);
      },
    },
    [`create${one}`]: {
      checks,
      async answers(asked: AnyAsked) {
        const { path, body, identity, request, reply } = asked;
        refuseUnshowableNames(body);
        const { id } = body as { readonly id?: string };
        const values = toValues(body as Input);
        const { workspaceId, name } = identity;
        const item = await tableAt(path).create(workspaceId, id, values, name);
        void reply.header('location', `${pathOf(request.url)}/${item.id}`);
        return answer(item, asked);
      },
    },
    [`replace${one}`]: {
      checks,
      answers: (asked: AnyAsked) =>
        change(asked, (current) => {
          refuseUnshowableNames(asked.body, show(current, asked.identity));
          return toValues(asked.body as Input, current);
        }),
    },
    [`patch${one}`]: {
      answers: (asked: AnyAsked) =>
        change(asked, (current) => {
          const before = patched?.(current) ?? show(current, asked.identity);
          const merged = mergePatch(before, asked.body);
          const taken = takeMerged(input, merged, limits, {
            path: asked.path,
            ...(checks && { checks }),
          });
          refuseUnshowableNames(taken, before);
          return toValues(taken, current, asked.body);
        }),
    },
    [`delete${one}`]: {
      answers: ({ path, identity, precondition }: AnyAsked) =>
        tableAt(path).remove(identity.workspaceId, path.id ?? '', precondition),
    },
  };
  return handlers as never;
}

type AnyAsked = Omit<Asked, 'path' | 'query'> & {
  readonly path: Partial<ItemPath>;
  readonly query: CatalogPageRequest;
};

/** Says which version of an item an answer shows. */
export function showVersion(reply: FastifyReply, { version }: Pick<StoredItem, 'version'>): void {
  void reply.header('etag', `"${version}"`);
}

function pagingOf(
  { total, goesOnAfter }: CatalogPage<unknown>,
  path: string,
  { page }: CatalogPageRequest,
) {
  if (goesOnAfter !== undefined) {
    return { total, next: `${path}?page=${page}&after=${encodeURIComponent(goesOnAfter)}` };
  }
  return page * CATALOG_PAGE_SIZE >= total
    ? { total }
    : { total, next: `${path}?page=${page + 1}` };
}

/** Members that people read as names. */
const NAMES = ['name', 'type', 'writeKey'];

/** A name that is stored already may stay. Throws LetheError `invalid_request` naming each path. */
function refuseUnshowableNames(input: object, current: object = {}): void {
  const problems = new DetailsCollector();
  const [given, before] = [input, current] as Readonly<Record<string, unknown>>[];
  for (const name of NAMES) {
    const text = given?.[name];
    const problem = typeof text === 'string' ? nameProblem(text) : undefined;
    if (problem !== undefined && text !== before?.[name]) problems.add(name, problem);
  }
  problems.throwIfAny();
}

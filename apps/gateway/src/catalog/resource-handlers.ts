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
import type { CheckedCall, HandlersOf } from '../operations/handlers.js';
import { takeMerged } from '../operations/take-request.js';
import { mergePatch } from './merge-patch.js';

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

/** Functions that check, store and show the items of a resource. */
export interface ItemKind<Stored, Values, Input, Item> {
  readonly table: (ownerId: string) => Table<Stored, Values>;
  /**
   * Called before the items of an owner are listed. Throws LetheError if the owner does not exist.
   */
  readonly expectOwner?: (workspaceId: string, ownerId: string) => Promise<unknown>;
  readonly show: (item: Stored, identity: TokenIdentity) => Item;
  /** Returns the object to which a patch is applied. Default: the result of `show`. */
  readonly patched?: (current: Stored) => object;
  /**
   * @param current absent for a new item
   * @param patch the patch as the caller sent it; absent if the request is not a patch
   * @throws LetheError if the input does not fit the present item
   */
  readonly toValues: (input: Input, current?: Stored, patch?: Partial<Input>) => Values;
  /** Adds problems that the checks of the DTO do not find. */
  readonly checks?: CheckTogether<Input & object>;
}

/** Returns handlers that list, show, create, replace, change and delete the items of a resource. */
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
  const answer = (item: Stored, { identity, reply }: Pick<AnyCall, 'identity' | 'reply'>) => {
    showVersion(reply, item);
    return { [shown.key]: show(item, identity) };
  };
  const change = async (call: AnyCall, toInput: (current: Stored) => Values) => {
    const { path, identity, precondition } = call;
    const { workspaceId, name: author } = identity;
    const { id = '' } = path;
    return answer(
      await tableAt(path).replace(workspaceId, id, precondition, toInput, author),
      call,
    );
  };
  const handlers: Record<string, object> = {
    [`list${many}`]: {
      async answers({ path, query, identity, request }: AnyCall) {
        const { workspaceId } = identity;
        await kind.expectOwner?.(workspaceId, path.ownerId ?? '');
        const listed = await tableAt(path).page(workspaceId, query);
        const items = listed.items.map((item) => show(item, identity));
        return { [shown.listKey]: items, paging: pagingOf(listed, pathOf(request.url), query) };
      },
    },
    [`get${one}`]: {
      async answers(call: AnyCall) {
        const { path, identity } = call;
        const item = await tableAt(path).find(identity.workspaceId, path.id ?? '');
        if (item === undefined) throw new LetheError('not_found');
        return answer(item, call);
      },
    },
    [`create${one}`]: {
      checks,
      async answers(call: AnyCall) {
        const { path, body, identity, request, reply } = call;
        refuseUnshowableNames(body);
        const { id } = body as { readonly id?: string };
        const values = toValues(body as Input);
        const { workspaceId, name } = identity;
        const item = await tableAt(path).create(workspaceId, id, values, name);
        void reply.header('location', `${pathOf(request.url)}/${item.id}`);
        return answer(item, call);
      },
    },
    [`replace${one}`]: {
      checks,
      answers: (call: AnyCall) =>
        change(call, (current) => {
          refuseUnshowableNames(call.body, show(current, call.identity));
          return toValues(call.body as Input, current);
        }),
    },
    [`patch${one}`]: {
      answers: (call: AnyCall) =>
        change(call, (current) => {
          const before = patched?.(current) ?? show(current, call.identity);
          const merged = mergePatch(before, call.body);
          const checked = takeMerged(input, merged, limits, {
            path: call.path,
            ...(checks && { checks }),
          });
          refuseUnshowableNames(checked, before);
          return toValues(checked, current, call.body);
        }),
    },
    [`delete${one}`]: {
      answers: ({ path, identity, precondition }: AnyCall) =>
        tableAt(path).remove(identity.workspaceId, path.id ?? '', precondition),
    },
  };
  return handlers as never;
}

type AnyCall = Omit<CheckedCall, 'path' | 'query'> & {
  readonly path: Partial<ItemPath>;
  readonly query: CatalogPageRequest;
};

/** Sets the entity tag to the version of the shown item. */
export function showVersion(reply: FastifyReply, { version }: Pick<StoredItem, 'version'>): void {
  void reply.header('etag', `"${version}"`);
}

function pagingOf(
  { total, continuesAfter }: CatalogPage<unknown>,
  path: string,
  { page }: CatalogPageRequest,
) {
  if (continuesAfter !== undefined) {
    return { total, next: `${path}?page=${page}&after=${encodeURIComponent(continuesAfter)}` };
  }
  return page * CATALOG_PAGE_SIZE >= total
    ? { total }
    : { total, next: `${path}?page=${page + 1}` };
}

/** Members that are shown to people as names. */
const NAMES = ['name', 'type', 'writeKey'];

/**
 * Refuses names that people cannot read. A name that equals the stored name is accepted.
 *
 * @throws LetheError `invalid_request`, listing the path of each refused name
 */
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

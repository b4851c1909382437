/** A change, as a client reads it. */
export interface SuppressionItem {
  readonly workspaceId: string;
  readonly userId: string;
  readonly canceled: boolean;
  readonly createdAt: string;
  readonly sourceIds: readonly string[];
}

export interface SuppressionPage {
  readonly items: readonly SuppressionItem[];
  readonly token: string;
}

export interface PageRequest {
  readonly pageSize: number;
  readonly token?: string;
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
/** A client puts the token into a URL without encoding it. */
const TOKEN = /^[A-Za-z0-9._~-]{1,512}$/;

/**
 * Reads a page as strictly as the strictest client.
 *
 * @throws Error that names the member that would break a client
 */
export function parsePage(text: string, request: PageRequest): SuppressionPage {
  const body: unknown = JSON.parse(text);
  if (!isObject(body)) throw new Error('the page is not an object');
  const { items, token } = body;
  if (!Array.isArray(items)) throw new Error('items is not an array');
  if (typeof token !== 'string') throw new Error('token is not a string');
  if (!TOKEN.test(token)) throw new Error(`token does not fit into a URL: ${token}`);
  if (items.length > request.pageSize) {
    throw new Error(`${items.length} items, but ${request.pageSize} were requested`);
  }
  if (items.length > 0 && token === request.token) {
    throw new Error('a page with items has the token of its request');
  }
  return { items: items.map(parseItem), token };
}

/** Returns the keys that an item adds or removes. */
export function keysOf(item: SuppressionItem): string[] {
  const sources = item.sourceIds.length === 0 ? ['*'] : item.sourceIds;
  return sources.map((source) => `${item.workspaceId}:${item.userId}:${source}`);
}

function parseItem(item: unknown, index: number): SuppressionItem {
  const refuse = (member: string, value: unknown): never => {
    const found = value === undefined ? 'missing' : JSON.stringify(value);
    throw new Error(`items[${index}].${member} is ${found}`);
  };
  if (!isObject(item)) return refuse('self', item);
  const { workspaceId, userId, canceled, createdAt, sourceIds } = item;
  if (!isText(workspaceId) || workspaceId.includes(':')) return refuse('workspaceId', workspaceId);
  if (!isText(userId)) return refuse('userId', userId);
  if (typeof canceled !== 'boolean') return refuse('canceled', canceled);
  if (typeof createdAt !== 'string' || !isTime(createdAt)) return refuse('createdAt', createdAt);
  if (!Array.isArray(sourceIds) || !sourceIds.every(isSourceId)) {
    return refuse('sourceIds', sourceIds);
  }
  return { workspaceId, userId, canceled, createdAt, sourceIds };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isSourceId(value: unknown): value is string {
  return isText(value) && !value.includes(':');
}

function isTime(value: string): boolean {
  return RFC_3339.test(value) && !Number.isNaN(Date.parse(value));
}

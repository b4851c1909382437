import type { Entry } from '../history.js';
import { ACTIVE, emailOf } from './users.js';

/** Texts of a workspace of the run that spans must not contain. */
export interface UsedWorkspace {
  readonly tokens: readonly { readonly email: string; readonly token: string }[];
  readonly sources?: readonly { readonly writeKey: string }[];
  readonly destinations: readonly { readonly config: Readonly<Record<string, unknown>> }[];
  readonly dataPlanes?: readonly { readonly token: string }[];
}

/** Texts of a regulation in the database that spans must not contain. */
export interface UsedRegulation {
  readonly id: string;
  readonly requestId: string;
}

/**
 * Returns the texts of a run that spans must not contain:
 * - users
 * - names of operations, which are also identifiers, idempotency keys and names of events
 * - ids of regulations and of their requests, acknowledged or not
 * - cursors and page tokens
 * - secrets and write keys
 * - hosts with ports, and paths, of destinations
 */
export function hiddenTexts(
  history: readonly Entry[],
  regulations: readonly UsedRegulation[],
  workspaces: readonly UsedWorkspace[],
): readonly string[] {
  return [
    ...new Set([
      ...workspaces.flatMap(textsOfWorkspace),
      ...regulations.flatMap(({ id, requestId }) => [id, requestId]),
      ...ACTIVE.flatMap(textsOfUser),
      ...history.flatMap(textsOfEntry),
    ]),
  ];
}

function textsOfWorkspace({
  tokens,
  sources = [],
  destinations,
  dataPlanes = [],
}: UsedWorkspace): string[] {
  return [
    ...tokens.flatMap(({ email, token }) => [email, token]),
    ...sources.map(({ writeKey }) => writeKey),
    ...dataPlanes.flatMap(({ token }) => [token, Buffer.from(`${token}:`).toString('base64')]),
    ...destinations.flatMap(({ config }) => Object.values(config).flatMap(textsOfSetting)),
  ];
}

/**
 * Returns the host and the path of a URL as two texts, because a span can leak one without the
 * other.
 */
function textsOfSetting(value: unknown): string[] {
  if (typeof value !== 'string') return [];
  if (!/^https?:/.test(value)) return [value];
  const { host, pathname } = new URL(value);
  return pathname === '/' ? [host] : [host, pathname];
}

function textsOfEntry(entry: Entry): string[] {
  if (entry.type === 'page') return [entry.token];
  if (entry.type === 'ended' && entry.outcome.kind === 'acknowledged') {
    const { cursor } = entry.outcome;
    return cursor === undefined ? [] : [cursor];
  }
  if (entry.type !== 'invoked') return [];
  const { op, request } = entry;
  return request.name === 'create' ? [op, ...request.userIds.flatMap(textsOfUser)] : [op];
}

function textsOfUser(userId: string): string[] {
  return [userId, emailOf(userId)];
}

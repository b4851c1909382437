import type { Entry } from '../history.js';
import { ACTIVE, emailOf } from './people.js';

/** What a workspace of the run holds that no span may say. */
export interface UsedWorkspace {
  readonly tokens: readonly { readonly email: string; readonly token: string }[];
  readonly sources?: readonly { readonly writeKey: string }[];
  readonly destinations: readonly { readonly config: Readonly<Record<string, unknown>> }[];
  readonly dataPlanes?: readonly { readonly token: string }[];
}

/** What the database holds of a regulation that no span may say. */
export interface UsedRegulation {
  readonly id: string;
  readonly requestId: string;
}

/**
 * What a run used that no span may say: people, what callers made up (names of operations, which are identifiers, idempotency keys and
 * names of events), ids of regulations and of the requests for them, acknowledged or not, cursors and page tokens, secrets and write keys, and where
 * destinations are: hosts with their ports, and paths.
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

/** Of a URL a span may say one part. */
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

import { isObject, jsonOf, normaliseUserId } from '@lethe/contracts';
import type { SuppressedState } from './table/suppression-table.js';

/** What one record says: where a user is suppressed from now on. */
export interface SuppressionChange {
  readonly workspaceId: string;
  readonly userId: string;
  /** `undefined`: the user is suppressed nowhere any more. */
  readonly state: SuppressedState | undefined;
}

/** Why a record is not understood. Holds nothing of the record. */
export type UnreadableReason = 'key' | 'json' | 'shape' | 'mismatch' | 'userId';

const NOWHERE = Buffer.alloc(0);

/**
 * Reads a record of the suppressions topic. By hand and not by its schema: 1 µs instead of 10,
 * which is half a minute for 20 million users. Members that we do not know are let pass, so that
 * later versions may add some.
 *
 * @param key `<workspaceId>:<userId>`; ids of workspaces have no colon
 * @param value JSON as `SuppressionState` of `@lethe/contracts`, null for a tombstone
 * @returns the reason when it is not understood: then it must change nobody's state
 */
export function readSuppression(
  key: Buffer | null,
  value: Buffer | null,
): SuppressionChange | UnreadableReason {
  const name = (key ?? NOWHERE).toString();
  const colon = name.indexOf(':');
  if (colon <= 0 || colon === name.length - 1) return 'key';
  const workspaceId = name.slice(0, colon);
  const userId = name.slice(colon + 1);
  // Lookups normalise the userId: a record under any other form would never be found, nor lifted.
  if (normaliseUserId(userId) !== userId) return 'userId';
  if (value === null) return { workspaceId, userId, state: undefined };
  const content = jsonOf(value);
  if (content === undefined) return 'json';
  if (!hasShape(content)) return 'shape';
  if (content.workspaceId !== workspaceId || content.userId !== userId) return 'mismatch';
  const { allSources, sourceIds } = content.suppressed;
  return { workspaceId, userId, state: { allSources, sourceIds } };
}

interface Content {
  readonly workspaceId: string;
  readonly userId: string;
  readonly suppressed: SuppressedState;
}

function hasShape(content: unknown): content is Content {
  if (!isObject(content)) return false;
  const { workspaceId, userId, suppressed } = content;
  if (typeof workspaceId !== 'string' || typeof userId !== 'string') return false;
  if (!isObject(suppressed) || typeof suppressed.allSources !== 'boolean') return false;
  const { sourceIds } = suppressed;
  return Array.isArray(sourceIds) && sourceIds.every((id) => typeof id === 'string' && id !== '');
}

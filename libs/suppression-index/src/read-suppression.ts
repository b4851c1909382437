import { isObject, jsonOf, normaliseUserId } from '@lethe/contracts';
import type { SuppressedState } from './table/suppression-table.js';

/** The new state of a user, from a record of the suppressions topic. */
export interface SuppressionChange {
  readonly workspaceId: string;
  readonly userId: string;
  /** `undefined` if the user is not suppressed at any source. */
  readonly state: SuppressedState | undefined;
}

/** Reason why a record is unreadable. It reveals no content of the record. */
export type UnreadableReason = 'key' | 'json' | 'shape' | 'mismatch' | 'userId';

const NO_KEY = Buffer.alloc(0);

/**
 * Reads a record of the suppressions topic. It does not use the schema of the record, so that a
 * record takes 1 µs instead of 10 µs. Unknown members are ignored, because later versions can add
 * members.
 *
 * @param key `<workspaceId>:<userId>`; a workspace id contains no colon
 * @param value JSON of `SuppressionState` in `@lethe/contracts`, null for a tombstone
 * @returns the reason if the record is unreadable; such a record must change no state
 */
export function readSuppression(
  key: Buffer | null,
  value: Buffer | null,
): SuppressionChange | UnreadableReason {
  const name = (key ?? NO_KEY).toString();
  const colon = name.indexOf(':');
  if (colon <= 0 || colon === name.length - 1) return 'key';
  const workspaceId = name.slice(0, colon);
  const userId = name.slice(colon + 1);
  // Queries normalise the userId. So a state for an id that is not normalised would never be found,
  // and could not be lifted.
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

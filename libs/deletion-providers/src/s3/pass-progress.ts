import { createHash } from 'node:crypto';
import type { JsonObject } from '@lethe/contracts';
import type { UserSet } from './user-set.js';

export const COUNTS = [
  'objects',
  'rowsScanned',
  'rowsWithField',
  'rowsRemoved',
  'objectsRewritten',
  'malformedLines',
  'rowsDoubtful',
  'objectsDoubtful',
  'objectsWithoutField',
  'objectsGone',
  'oldVersionsScanned',
  'oldVersionsDeleted',
  'oldVersionsDoubtful',
] as const;
export type PassCounts = Record<(typeof COUNTS)[number], number>;

/** Progress of a pass over a bucket. It is small, because it is stored between attempts. */
export interface PassProgress {
  /** Hash of the settings. Progress with a different hash is not used. */
  readonly of: string;
  /** One hash for each user, or one hash for all users if there are more than `MOST_USERS`. */
  readonly users: readonly string[];
  stage: 'objects' | 'versions';
  /** Key of the last processed object. The next attempt continues after this key. */
  after?: string;
  /** Position of the next page in the list of old versions. */
  keyMarker?: string;
  versionMarker?: string | undefined;
  counts: PassCounts;
  /** Keys of objects to retry, because another writer changed them or Lethe could not read them. */
  again: string[];
  /**
   * Whether the next attempt must process all objects again. This is necessary if `again` has no
   * space for a key, or if an old version could not be processed.
   */
  isMore: boolean;
  /** Whether a row had the userId field, with or without a value. */
  hasField: boolean;
  /** Attributes that Lethe could not read. Rewritten objects can have lost them. */
  unseen: readonly Unseen[];
  /** Users with rows in doubt. Lethe kept these rows, which possibly belong to the users. */
  doubted: Set<string>;
  /** Shortened names of some objects with rows in doubt. */
  doubtfulNames: string[];
}

const UNSEEN = ['tags', 'locks'] as const;
export type Unseen = (typeof UNSEEN)[number];

/** Settings and users of a pass. */
export type PassOf = Pick<PassProgress, 'of' | 'users'> & {
  /** Sorted userIds. `users` has the same sequence if it contains one hash for each user. */
  readonly ids: readonly string[];
};

/**
 * Maximum bytes of the keys in `again`. If the keys need more, the next attempt reads all objects
 * again.
 */
const MOST_AGAIN_BYTES = 2_500;
/**
 * Up to this number of users, progress can be used for a subset of the users. With more users, it
 * can be used only for exactly the same users.
 */
const MOST_USERS = 100;
const USER_HASH_LENGTH = 12;
/**
 * Maximum number of stored users with rows in doubt. With more users, the next attempt reads all
 * objects again.
 */
const MOST_DOUBTED = 200;
const TOO_MANY = 'too many';

/**
 * Version of the rules that decide about rows. It is part of the hash, because older rules can have
 * kept rows that the current rules report as in doubt.
 */
const JUDGED_BY = 'values';

/** @param settings settings for which the progress is valid */
export function passOf(users: UserSet, settings: readonly string[]): PassOf {
  const of = hashOf([JUDGED_BY, ...settings]);
  const ids = [...users].sort();
  return {
    of,
    ids,
    users:
      ids.length > MOST_USERS
        ? [hashOf([of, ...ids])]
        : ids.map((id) => hashOf([of, id]).slice(0, USER_HASH_LENGTH)),
  };
}

function hashOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:${text}`);
  return hash.digest('base64url');
}

export function newProgress({ of, users }: Pick<PassOf, 'of' | 'users'>): PassProgress {
  const counts = Object.fromEntries(COUNTS.map((name) => [name, 0])) as PassCounts;
  return {
    ...{ of, users, stage: 'objects', counts, again: [], isMore: false, hasField: false },
    ...{ unseen: [], doubted: new Set(), doubtfulNames: [] },
  };
}

/** Returns the progress of a pass that begins again. It keeps the counts of removed data. */
export function beginAgain(progress: PassProgress): PassProgress {
  const next = newProgress(progress);
  const { rowsRemoved, objectsRewritten, oldVersionsDeleted } = progress.counts;
  Object.assign(next.counts, { rowsRemoved, objectsRewritten, oldVersionsDeleted });
  return { ...next, unseen: progress.unseen };
}

/**
 * Reads the progress of an earlier attempt. Returns new progress if the stored progress is invalid,
 * or if the pass has users that the earlier attempt did not have.
 */
export function readProgress(saved: JsonObject | undefined, pass: PassOf): PassProgress {
  const progress = newProgress(pass);
  if (saved?.of !== pass.of || !Array.isArray(saved.users)) return progress;
  const known = new Set<unknown>(saved.users);
  if (!pass.users.every((user) => known.has(user))) return progress;
  const doubted = doubtedOf(saved, pass);
  if (doubted === undefined) return progress;
  progress.doubted = doubted;
  progress.isMore = saved.isMore === true;
  progress.hasField = saved.hasField === true;
  const { stage, after, keyMarker, versionMarker, counts, again, unseen, doubtfulNames } = saved;
  if (Array.isArray(unseen)) progress.unseen = UNSEEN.filter((each) => unseen.includes(each));
  if (stage === 'versions') progress.stage = stage;
  if (typeof after === 'string') progress.after = after;
  if (typeof keyMarker === 'string') progress.keyMarker = keyMarker;
  if (typeof versionMarker === 'string') progress.versionMarker = versionMarker;
  if (Array.isArray(again)) progress.again = again.filter((key) => typeof key === 'string');
  if (Array.isArray(doubtfulNames)) {
    progress.doubtfulNames = doubtfulNames.filter((name) => typeof name === 'string');
  }
  if (typeof counts === 'object' && counts !== null && !Array.isArray(counts)) {
    for (const name of COUNTS) {
      const count: unknown = Reflect.get(counts, name);
      if (typeof count === 'number') progress.counts[name] = count;
    }
  }
  return progress;
}

/**
 * @returns the users of this pass that have rows in doubt; undefined if the earlier attempt had too
 *   many such users to store
 */
function doubtedOf(saved: JsonObject, pass: PassOf): Set<string> | undefined {
  const { users, doubted } = saved;
  if (!Array.isArray(doubted) || !Array.isArray(users)) return undefined;
  const isOneByOne = pass.users.length === pass.ids.length;
  const ids = doubted.map((index) => {
    const position = isOneByOne ? pass.users.indexOf(String(users[Number(index)])) : Number(index);
    return pass.ids[position];
  });
  return new Set(ids.filter((id) => id !== undefined));
}

/**
 * @returns a copy to store; it contains indexes instead of userIds, because it must not contain
 *   identifiers
 */
export function toStore(progress: PassProgress, { ids }: PassOf): JsonObject {
  const { counts, again, users, unseen, doubted, doubtfulNames, ...rest } = progress;
  const positions = new Map(ids.map((id, index) => [id, index]));
  return {
    ...rest,
    users: [...users],
    doubted:
      doubted.size > MOST_DOUBTED
        ? TOO_MANY
        : [...doubted].flatMap((id) => positions.get(id) ?? []),
    doubtfulNames: [...doubtfulNames],
    unseen: [...unseen],
    counts: { ...counts },
    again: [...again],
  };
}

/** Makes the pass read the list of old versions from its start. */
export function restartVersions(progress: PassProgress): void {
  delete progress.keyMarker;
  delete progress.versionMarker;
  progress.counts.oldVersionsScanned = 0;
  progress.counts.oldVersionsDoubtful = 0;
}

/** Returns whether `again` has space for a key. */
export function canRemember({ again }: PassProgress, key: string): boolean {
  const bytes = [...again, key].reduce((sum, each) => sum + Buffer.byteLength(each) + 3, 0);
  return bytes <= MOST_AGAIN_BYTES;
}

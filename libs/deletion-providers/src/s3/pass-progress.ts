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

/** Where a pass over a bucket stands. Kept between attempts, so it is small. */
export interface PassProgress {
  /** Of which places it is: for others it says nothing. */
  readonly of: string;
  /** Of which users, hashed: each of them, or all together where they are many. */
  readonly users: readonly string[];
  stage: 'objects' | 'versions';
  /** The last key that is done. */
  after?: string;
  /** Where to go on among the old versions. */
  keyMarker?: string;
  versionMarker?: string | undefined;
  counts: PassCounts;
  /** Keys that were busy or could not be read, and must be looked at again. */
  again: string[];
  /** Whether there is more to be looked at again than `again` has room for. */
  isMore: boolean;
  /** Whether the field that holds the userId was seen, be it without a value. */
  hasField: boolean;
  /** What objects may have had that were rewritten, but could not be seen. */
  unseen: readonly Unseen[];
  /** Users whose rows may have stayed. */
  doubted: Set<string>;
  /** Some of the objects with such rows, as they may be shown. */
  doubtfulNames: string[];
}

const UNSEEN = ['tags', 'locks'] as const;
export type Unseen = (typeof UNSEEN)[number];

/** What a pass is about. */
export type PassOf = Pick<PassProgress, 'of' | 'users'> & {
  /** In the order of `users`, where these are one by one. */
  readonly ids: readonly string[];
};

/** Bytes of keys in `again`; where there are more, the next attempt begins anew. */
const MOST_AGAIN_BYTES = 2_500;
/** Users that are told apart; where there are more, the next attempt must be of the very same. */
const MOST_USERS = 100;
const USER_HASH_LENGTH = 12;
/** Users in doubt that are remembered; where there are more, the next attempt begins again. */
const MOST_DOUBTED = 200;
const TOO_MANY = 'too many';

/** Changes with how rows are judged: what an older version passed over may be in doubt. */
const JUDGED_BY = 'values';

/** @param places that the users are deleted from; what was done at others says nothing about these */
export function passOf(users: UserSet, places: readonly string[]): PassOf {
  const of = hashOf([JUDGED_BY, ...places]);
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

/** All is looked at again; what was removed by then is counted on. */
export function beginAgain(progress: PassProgress): PassProgress {
  const next = newProgress(progress);
  const { rowsRemoved, objectsRewritten, oldVersionsDeleted } = progress.counts;
  Object.assign(next.counts, { rowsRemoved, objectsRewritten, oldVersionsDeleted });
  return { ...next, unseen: progress.unseen };
}

/**
 * What an earlier attempt saved. It serves also where some of its users are not here any more; where
 * others have joined, or it is not understood, all is begun anew.
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

/** @returns the users in doubt of those that are still here; undefined where they were too many to be remembered */
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

/** @returns a copy to be stored: users in doubt by their numbers, as it holds no identifier */
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

/** All old versions are looked at again. */
export function beginVersionsAnew(progress: PassProgress): void {
  delete progress.keyMarker;
  delete progress.versionMarker;
  progress.counts.oldVersionsScanned = 0;
  progress.counts.oldVersionsDoubtful = 0;
}

/** Whether there is room to remember that a key must be looked at again. */
export function canRemember({ again }: PassProgress, key: string): boolean {
  const bytes = [...again, key].reduce((sum, each) => sum + Buffer.byteLength(each) + 3, 0);
  return bytes <= MOST_AGAIN_BYTES;
}

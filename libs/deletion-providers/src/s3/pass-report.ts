import {
  outcomes,
  type DeletionOutcome,
  type DeletionUser,
  type RefusedUser,
} from '@lethe/destinations';
import { nothingMatched } from '../shared/nothing-matched.js';
import type { Table } from './table-found-error.js';
import type { PassCounts, PassProgress, Unseen } from './pass-progress.js';
import type { S3Settings } from './s3-settings.js';

/** Names of objects that a sentence holds; the rest is counted. */
const NAMED = 5;
const MOST_NAME = 60;
const MOST_REASON = 500;
const MOST_NOTES = 20;

const UNSEEN_NOTES: Readonly<Record<Unseen, string>> = {
  tags: 'Whether objects have tags could not be seen: those that were rewritten have none.',
  locks:
    'Whether the bucket has Object Lock could not be seen (s3:GetBucketObjectLockConfiguration): if it has, objects that were rewritten may have lost theirs.',
};

/** What a pass found that its reader must know. */
export class PassReport {
  /** Objects that somebody wrote each time they were to be replaced. */
  busy = 0;
  oldVersionsUnknown = false;
  private unread = 0;
  private readonly unreadNames = new Map<string, string[]>();
  private oldVersions = 0;
  private readonly oldVersionNames = new Set<string>();

  constructor(
    private readonly settings: S3Settings,
    private readonly users: readonly DeletionUser[],
  ) {}

  /** @returns the names with one more, where there is room for it */
  named(names: readonly string[], key: string): string[] {
    const name = this.nameOf(key);
    return names.length < NAMED && !names.includes(name) ? [...names, name] : [...names];
  }

  /** @param why goes on after the object's name */
  unreadable(key: string, why: string): void {
    this.unread += 1;
    const names = this.unreadNames.get(why) ?? [];
    if (names.length < NAMED) names.push(this.nameOf(key));
    if (this.unreadNames.size < MOST_NOTES) this.unreadNames.set(why, names);
  }

  oldVersion(key: string): void {
    this.oldVersions += 1;
    if (this.oldVersionNames.size < NAMED) this.oldVersionNames.add(this.nameOf(key));
  }

  /** Whether rows were seen, but in none of them what names their user. */
  hasNoField({ counts: { rowsScanned, rowsWithField }, hasField }: PassProgress): boolean {
    return rowsScanned > 0 && rowsWithField === 0 && !hasField;
  }

  /** Files of a table go together: one that is rewritten makes the table unreadable, or its rows wrong. */
  isTable(
    { format, sign, key }: Table,
    { objectsRewritten, oldVersionsDeleted }: PassCounts,
  ): DeletionOutcome {
    const isBelow = key.startsWith(this.settings.prefix);
    const where = isBelow ? `Under the prefix, at ${this.nameOf(key)},` : 'Around the prefix';
    const written =
      objectsRewritten + oldVersionsDeleted === 0
        ? 'Nothing was written.'
        : `Before it was seen, ${objectsRewritten} objects were rewritten and ${oldVersionsDeleted} old versions deleted.`;
    const reason =
      `${where} is ${format}, shown by ${sign}. It keeps books of its files, and could not be read with some of them rewritten. ` +
      `${written} Delete from it with an engine of its own, and let the prefix name objects outside of it.`;
    return outcomes.aborted('configuration', cut(reason));
  }

  noField(): DeletionOutcome {
    const field = JSON.stringify(this.settings.userIdField.slice(0, 100));
    return outcomes.aborted(
      'configuration',
      `No row of any object under the prefix has the field ${field}: set userIdField to the field that holds the userId.`,
    );
  }

  outcome(progress: PassProgress): DeletionOutcome {
    const { counts, isMore, unseen } = progress;
    if (this.unread > 0) return outcomes.failed(cut(this.unreadReason(progress)));
    if (this.busy > 0) {
      return outcomes.delayed(
        'conflict',
        `${this.busy} objects were written by others each time they were to be replaced; the rest is done.`,
      );
    }
    if (isMore) {
      return outcomes.failed(
        'Some objects could not be dealt with at an earlier attempt; all are looked at again.',
      );
    }
    const method = 'S3: objects rewritten without the rows';
    const record = {
      method:
        this.settings.oldVersions === 'delete'
          ? `${method}, old versions that held them deleted`
          : method,
      counts: { ...counts },
      notes: [...this.notes(counts), ...unseen.map((each) => UNSEEN_NOTES[each])].map(cut),
    };
    return outcomes.complete(record, this.refused(progress));
  }

  /** The users whose rows may have stayed: a person decides about them, so they leave for a job of their own. */
  private refused(progress: PassProgress): RefusedUser[] {
    const reason = cut(doubtReason(progress));
    return this.users
      .filter(({ identifiers }) => progress.doubted.has(identifiers.userId))
      .map(({ regulationId }) => ({ regulationId, reason, together: true }));
  }

  private unreadReason(progress: PassProgress): string {
    const doubt =
      progress.doubted.size === 0 ? '' : `, but for ${doubtfulRows(progress)} that are in doubt`;
    const sentences = [...this.unreadNames].map(([why, names]) => `${names.join(', ')} ${why}`);
    return (
      `${this.unread} objects could not be dealt with; the others are done${doubt}. ${sentences.join('; ')}. ` +
      'Mend them, or move them out of the prefix, and retry.'
    );
  }

  private notes({
    malformedLines,
    objects,
    objectsGone,
    objectsWithoutField,
    oldVersionsDeleted,
    rowsRemoved,
    rowsScanned,
  }: PassCounts): string[] {
    const notes: string[] = [];
    if (this.oldVersions > 0) {
      const names = [...this.oldVersionNames].join(', ');
      notes.push(
        `${this.oldVersions} old versions of objects under the prefix are as they were, and may still hold the data (${names}${this.oldVersions > this.oldVersionNames.size ? ', …' : ''}). ` +
          'Delete them, let a lifecycle rule do so, or set oldVersions to delete.',
      );
    }
    if (this.oldVersionsUnknown) {
      notes.push(
        'Whether the bucket keeps old versions, which would still hold the data, could not be seen: that takes s3:ListBucketVersions.',
      );
    }
    if (malformedLines > 0) {
      notes.push(`${malformedLines} lines are no JSON objects; they were kept as they are.`);
    }
    if (objectsWithoutField > 0 && rowsScanned > 0) {
      const field = JSON.stringify(this.settings.userIdField.slice(0, 100));
      notes.push(
        `${objectsWithoutField} of ${objects} objects have rows, but none with the field ${field}: they were kept as they are.`,
      );
    }
    if (objectsGone > 0) {
      notes.push(
        `${objectsGone} objects that were listed were gone when they were to be read, or their keys are not those that were listed.`,
      );
    }
    if (objects === 0) {
      notes.push(
        'No object under the prefix was read: check that prefix is what their keys begin with.',
      );
    }
    if (objects > 0 && rowsScanned === 0) notes.push('No object under the prefix has any row.');
    if (rowsScanned > 0 && rowsRemoved + oldVersionsDeleted === 0) {
      notes.push(nothingMatched('rows', 'prefix and userIdField'));
    }
    return notes;
  }

  /** Users' ids in it stay: the service hides them, and knows where `…` cut one. */
  private nameOf(key: string): string {
    // eslint-disable-next-line no-control-regex -- a key may hold anything
    const plain = key.slice(this.settings.prefix.length).replace(/[\u0000-\u001f\u007f]/g, escaped);
    return plain.length <= MOST_NAME ? plain : `${plain.slice(0, MOST_NAME - 1)}…`;
  }
}

function escaped(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function doubtReason(progress: PassProgress): string {
  const { counts, doubtfulNames: names } = progress;
  const more = counts.objectsDoubtful + counts.oldVersionsDoubtful > names.length ? ', …' : '';
  return (
    `doubtful: ${doubtfulRows(progress)} may belong to these users, or to others of the same pass, and were kept: ${names.join(', ')}${more}. ` +
    'Look at these rows. Delete or correct the rows that belong to the users, then retry the deletion.'
  );
}

function doubtfulRows({ counts }: PassProgress): string {
  const { rowsDoubtful, objectsDoubtful, oldVersionsDoubtful } = counts;
  const parts = [
    ...(objectsDoubtful > 0 ? [`${rowsDoubtful} rows in ${objectsDoubtful} objects`] : []),
    ...(oldVersionsDoubtful > 0 ? [`rows in ${oldVersionsDoubtful} old versions`] : []),
  ];
  return parts.length === 0 ? 'rows' : parts.join(' and ');
}

function cut(text: string): string {
  return text.length <= MOST_REASON ? text : `${text.slice(0, MOST_REASON - 1)}…`;
}

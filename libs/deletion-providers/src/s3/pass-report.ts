import {
  DELETION,
  outcomes,
  VERIFICATION,
  type DeletionOutcome,
  type DeletionUser,
  type RefusedUser,
  type TaskWords,
} from '@lethe/destinations';
import { nothingMatched } from '../shared/nothing-matched.js';
import type { Table } from './table-found-error.js';
import type { PassCounts, PassProgress, Unseen } from './pass-progress.js';
import type { S3Settings } from './s3-settings.js';

/** Maximum number of object names in a sentence. Further objects are only counted. */
const NAMED = 5;
const MOST_NAME = 60;
const MOST_REASON = 500;
const MOST_NOTES = 20;

const UNSEEN_NOTES: Readonly<Record<Unseen, string>> = {
  tags: 'Lethe could not read the tags of objects (s3:GetObjectTagging). Rewritten objects have no tags now.',
  locks:
    'Lethe could not see whether the bucket has Object Lock (s3:GetBucketObjectLockConfiguration). If it has, rewritten objects can have lost their locks.',
};

/** Collects the findings of a pass, and returns the outcome of the pass. */
export class PassReport {
  /** Number of objects that were skipped because another writer changed them at every attempt. */
  busy = 0;
  oldVersionsUnknown = false;
  private unread = 0;
  private readonly unreadNames = new Map<string, string[]>();
  private oldVersions = 0;
  private readonly oldVersionNames = new Set<string>();
  private readonly task: TaskWords;

  constructor(
    private readonly settings: S3Settings,
    private readonly users: readonly DeletionUser[],
    private readonly isToWrite = true,
  ) {
    this.task = isToWrite ? DELETION : VERIFICATION;
  }

  /** @returns `names`, extended by the name of `key` if the maximum number is not reached */
  named(names: readonly string[], key: string): string[] {
    const name = this.nameOf(key);
    return names.length < NAMED && !names.includes(name) ? [...names, name] : [...names];
  }

  /** @param why end of a sentence that begins with the object's name */
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

  /** Returns whether the pass has read rows, but no row with the userId field. */
  hasNoField({ counts: { rowsScanned, rowsWithField }, hasField }: PassProgress): boolean {
    return rowsScanned > 0 && rowsWithField === 0 && !hasField;
  }

  /**
   * Returns the outcome if the bucket contains a table. Lethe does not rewrite files of a table,
   * because the table would become unreadable or would return wrong rows.
   */
  isTable(
    { format, sign, key }: Table,
    { objectsRewritten, oldVersionsDeleted }: PassCounts,
  ): DeletionOutcome {
    const isBelow = key.startsWith(this.settings.prefix);
    const where = isBelow ? `${this.nameOf(key)} under the prefix` : 'The prefix';
    const written =
      objectsRewritten + oldVersionsDeleted === 0
        ? 'Nothing was written.'
        : `Before Lethe found this, it rewrote ${objectsRewritten} objects and deleted ${oldVersionsDeleted} old versions.`;
    const consequence = this.isToWrite
      ? `This format keeps a list of its files, and the list is wrong after Lethe rewrites some of them. ${written} Delete`
      : 'Its files can have rows that the table does not have anymore. Search for';
    const reason = `${where} belongs to ${format}, recognized by ${sign}. ${consequence} the rows with an engine for this format, and set prefix to objects outside of it.`;
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
        `${this.busy} objects were skipped because another writer changed them at every attempt. ${this.others()}.`,
      );
    }
    if (isMore) {
      return outcomes.failed(
        'Some objects could not be processed in an earlier attempt. The next attempt checks all objects again.',
      );
    }
    const method = 'S3: objects rewritten without the rows';
    const record = {
      method:
        this.settings.oldVersions === 'delete'
          ? `${method}, and old versions with these rows deleted`
          : method,
      counts: { ...counts },
      notes: [...this.notes(counts), ...unseen.map((each) => UNSEEN_NOTES[each])].map(cut),
    };
    return outcomes.complete(record, this.refused(progress));
  }

  /**
   * Returns the users with rows in doubt. `together` moves these users to one separate job, about
   * which a person decides.
   */
  private refused(progress: PassProgress): RefusedUser[] {
    const reason = cut(doubtReason(progress, this.isToWrite));
    return this.users
      .filter(({ identifiers }) => progress.doubted.has(identifiers.userId))
      .map(({ regulationId }) => ({ regulationId, reason, together: true }));
  }

  private others(): string {
    return `The other objects are ${this.isToWrite ? 'done' : 'checked'}`;
  }

  private unreadReason(progress: PassProgress): string {
    const doubt =
      progress.doubted.size === 0 ? '' : `, except for ${doubtfulRows(progress)} that are in doubt`;
    const sentences = [...this.unreadNames].map(([why, names]) => `${names.join(', ')} ${why}`);
    return (
      `${this.unread} objects could not be processed. ${this.others()}${doubt}. ${sentences.join('; ')}. ` +
      `Correct these objects or move them out of the prefix, then ${this.task.repeat}.`
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
        `${this.oldVersions} old versions of objects under the prefix are unchanged and may still hold the data (${names}${this.oldVersions > this.oldVersionNames.size ? ', …' : ''}). ` +
          'Delete them, let a lifecycle rule delete them, or set oldVersions to delete.',
      );
    }
    if (this.oldVersionsUnknown) {
      notes.push(
        'Lethe could not see whether the bucket keeps old versions. Old versions would still hold the data. To see them, Lethe needs s3:ListBucketVersions.',
      );
    }
    if (malformedLines > 0) {
      notes.push(`${malformedLines} lines are not JSON objects. They were kept unchanged.`);
    }
    if (objectsWithoutField > 0 && rowsScanned > 0) {
      const field = JSON.stringify(this.settings.userIdField.slice(0, 100));
      notes.push(
        `${objectsWithoutField} of ${objects} objects have rows, but no row with the field ${field}. They were kept unchanged.`,
      );
    }
    if (objectsGone > 0) {
      notes.push(
        `${objectsGone} listed objects did not exist when Lethe read them, or their keys differ from the listed ones.`,
      );
    }
    if (objects === 0) {
      notes.push(
        'No object under the prefix was read: check that the keys of the objects begin with prefix.',
      );
    }
    if (objects > 0 && rowsScanned === 0) notes.push('No object under the prefix has any row.');
    if (rowsScanned > 0 && rowsRemoved + oldVersionsDeleted === 0) {
      notes.push(nothingMatched('rows', 'prefix and userIdField'));
    }
    return notes;
  }

  /** Does not mask userIds, because the regulation service masks them, including cut userIds. */
  private nameOf(key: string): string {
    // eslint-disable-next-line no-control-regex -- a key can contain any character
    const plain = key.slice(this.settings.prefix.length).replace(/[\u0000-\u001f\u007f]/g, escaped);
    return plain.length <= MOST_NAME ? plain : `${plain.slice(0, MOST_NAME - 1)}…`;
  }
}

function escaped(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function doubtReason(progress: PassProgress, isToWrite: boolean): string {
  const { counts, doubtfulNames: names } = progress;
  const more = counts.objectsDoubtful + counts.oldVersionsDoubtful > names.length ? ', …' : '';
  return (
    `doubtful: ${doubtfulRows(progress)} may belong to these users or to other users of the same ${isToWrite ? 'job, and were kept' : 'check'}: ${names.join(', ')}${more}. ` +
    `Check these rows. Delete or correct the rows that belong to the users, then ${isToWrite ? 'retry the deletion' : 'verify again'}.`
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

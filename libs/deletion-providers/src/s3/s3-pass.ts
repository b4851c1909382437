import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import type { DeletionInput, DeletionOutcome } from '@lethe/destinations';
import { callInTurn, unlessFault } from './call-s3.js';
import { listKeys, listOldVersions, type OldVersion } from './bucket-lists.js';
import type { RowCounts } from './row-counts.js';
import { UnreadableError } from './unreadable-error.js';
import type { ObjectName } from './object-reader.js';
import {
  beginAgain,
  restartVersions,
  canRemember,
  toStore,
  type PassCounts,
  type PassOf,
  type PassProgress,
} from './pass-progress.js';
import { PassReport } from './pass-report.js';
import { rewriteObject, type ObjectWork } from './rewrite-object.js';
import { findTableFormat } from './find-table-format.js';
import { outcomeOf, S3Fault, sentenceOf, type S3FaultKind } from './s3-faults.js';
import type { S3Settings } from './s3-settings.js';
import { TableFoundError, type Table } from './table-found-error.js';

/** Maximum attempts for one object while another client writes it. */
const TRIES = 3;
/** Maximum attempts for one object when S3 fails. The SDK sends several requests per attempt. */
const FAILURE_TRIES = 2;
/** After this many failed objects in a row, the pass stops, because S3 has a problem. */
const MOST_FAILURES = 3;

/**
 * Reasons for faults that concern only one object. `S3Pass.attempt` handles `gone`, `changed`,
 * `failed` and `outage`. All other faults concern the whole bucket.
 */
const OF_ONE_OBJECT: Readonly<Partial<Record<S3FaultKind, string>>> = {
  archived: 'is archived: restore it first',
  'customer-key': 'is encrypted with a key of its owner, which Lethe does not have',
  denied: 'cannot be read with the configured access key',
  invalid: 'was refused by S3',
};

/**
 * One pass over a bucket for all users. It removes their rows; or it only counts them, and writes
 * nothing.
 */
export class S3Pass {
  /** Number of rows by userId. */
  readonly found = new Map<string, number>();
  private readonly report: PassReport;
  private hasRead: boolean;
  /** Number of objects in a row that have failed. */
  private failures = 0;

  constructor(
    private readonly settings: S3Settings,
    private readonly input: DeletionInput,
    private readonly work: ObjectWork,
    private readonly pass: PassOf,
    private progress: PassProgress,
    private readonly isToWrite = true,
  ) {
    this.report = new PassReport(settings, input.users, isToWrite);
    this.hasRead = progress.counts.objects > 0;
  }

  get counts(): PassCounts {
    return this.progress.counts;
  }

  /** @throws the signal's reason; errors of `beforeCall` */
  async run(): Promise<DeletionOutcome> {
    try {
      const table = await this.table();
      if (table !== undefined) return this.report.isTable(table, this.progress.counts);
      const again = this.progress.again.splice(0);
      // Rewriting these objects creates old versions. The stored position in the list of old
      // versions can already be past these versions, so Lethe reads the list from its start.
      if (again.length > 0) restartVersions(this.progress);
      for (const key of again) await this.object(key);
      if (this.progress.stage === 'objects') await this.objects();
      if (this.report.hasNoField(this.progress)) return this.report.noField();
      if (this.settings.oldVersions === 'delete') await this.deleteOldVersions();
      else await this.countOldVersions();
    } catch (error) {
      this.work.signal.throwIfAborted();
      if (error instanceof S3Fault) return outcomeOf(error);
      if (error instanceof TableFoundError) {
        return this.report.isTable(error.table, this.progress.counts);
      }
      throw error;
    }
    const outcome = this.report.outcome(this.progress);
    // If `again` has no space for all failed keys, the next attempt processes all objects again.
    if (outcome.status !== 'complete' && this.progress.isMore) {
      this.progress = beginAgain(this.progress);
      this.save();
    }
    return outcome;
  }

  /** Searches for a table. Each attempt searches before it writes, because a table can be new. */
  private async table(): Promise<Table | undefined> {
    const { client, parquet, workspaceId, signal } = this.work;
    const { stage, after, again } = this.progress;
    const isAhead = (key: string) =>
      again.includes(key) || (stage === 'objects' && (after === undefined || isBehind(key, after)));
    return findTableFormat({
      ...{ client, parquet, workspaceId, signal, isAhead },
      settings: this.settings,
      beforeCall: this.input.beforeCall,
    });
  }

  private async objects(): Promise<void> {
    const { progress } = this;
    for await (const key of listKeys(
      this.work.client,
      this.settings,
      progress.after,
      this.work.signal,
    )) {
      await this.object(key);
      progress.after = key;
      this.save();
    }
    this.save();
  }

  private async object(key: string): Promise<void> {
    const { counts } = this.progress;
    const name = { bucket: this.settings.bucket, key };
    const why = await this.attempt(name, async () => {
      const rows = await rewriteObject(this.work, name, this.isToWrite);
      this.find(rows);
      this.progress.unseen = [...this.work.unseen];
      counts.objects += 1;
      counts.rowsScanned += rows.rows;
      counts.rowsWithField += rows.withField;
      counts.rowsRemoved += rows.removed;
      counts.malformedLines += rows.malformed;
      if (rows.removed > 0) counts.objectsRewritten += 1;
      if (rows.rows > 0 && !rows.hasField) counts.objectsWithoutField += 1;
      this.progress.hasField ||= rows.hasField;
      if (this.doubt(rows, key)) {
        counts.rowsDoubtful += rows.doubtful;
        counts.objectsDoubtful += 1;
      }
    });
    if (why === undefined) return;
    if (why === 'busy') this.report.busy += 1;
    else this.report.unreadable(key, why);
    if (canRemember(this.progress, key)) this.progress.again.push(key);
    else this.progress.isMore = true;
  }

  private find({ removedOf }: RowCounts): void {
    for (const [userId, rows] of removedOf) {
      this.found.set(userId, (this.found.get(userId) ?? 0) + rows);
    }
  }

  /** Stores the users with rows in doubt. @returns whether the object has such rows */
  private doubt({ doubtful, doubted }: RowCounts, key: string): boolean {
    if (doubtful === 0) return false;
    const { progress } = this;
    for (const user of doubted) progress.doubted.add(user);
    progress.doubtfulNames = this.report.named(progress.doubtfulNames, key);
    return true;
  }

  /**
   * Processes one object, with retries.
   *
   * @returns the reason for a failure; undefined if the object was processed or does not exist
   *   anymore
   * @throws S3Fault if the fault concerns the whole bucket, or if several objects in a row failed
   */
  private async attempt(name: ObjectName, act: () => Promise<void>): Promise<string | undefined> {
    for (let tries = 1; ; tries += 1) {
      await this.input.beforeCall();
      this.work.signal.throwIfAborted();
      try {
        await act();
        this.hasRead = true;
        this.failures = 0;
        return undefined;
      } catch (error) {
        this.work.signal.throwIfAborted();
        if (error instanceof UnreadableError) {
          this.hasRead = true;
          this.failures = 0;
          return error.message;
        }
        if (!(error instanceof S3Fault)) throw error;
        if (error.kind === 'gone') {
          this.progress.counts.objectsGone += 1;
          return undefined;
        }
        if (error.kind === 'changed') {
          if (tries === TRIES) return 'busy';
          continue;
        }
        if (error.kind === 'failed' || error.kind === 'outage') {
          if (tries < FAILURE_TRIES) continue;
          this.failures += 1;
          if (this.failures >= MOST_FAILURES) throw error;
          return sentenceOf(error);
        }
        const why = this.whyNot(error, name);
        if (why === undefined) throw error;
        return why;
      }
    }
  }

  /**
   * Returns the reason for a fault that concerns only one object. If S3 denies the first object,
   * Lethe assumes that S3 denies all objects.
   */
  private whyNot({ kind, action }: S3Fault, name: ObjectName): string | undefined {
    const isReading = action === 's3:GetObject' || action === 's3:GetObjectVersion';
    if (kind !== 'denied') return OF_ONE_OBJECT[kind];
    if (action === 's3:DeleteObjectVersion')
      return 'has an old version that is locked, or that the access key has no permission to delete';
    return isReading && (this.hasRead || name.versionId !== undefined)
      ? OF_ONE_OBJECT.denied
      : undefined;
  }

  /** Counts all old versions, and does not read their content. */
  private async countOldVersions(): Promise<void> {
    const { client, signal } = this.work;
    const count = async () => {
      for await (const { versions } of listOldVersions(client, this.settings, undefined, signal)) {
        for (const { key } of versions) this.report.oldVersion(key);
      }
      return false;
    };
    const leftOut = ['denied', 'unsupported', 'invalid', 'no-s3'] as const;
    this.report.oldVersionsUnknown = await unlessFault(leftOut, count(), true);
  }

  private async deleteOldVersions(): Promise<void> {
    const { progress } = this;
    const { client, signal } = this.work;
    if (progress.stage === 'objects') {
      progress.stage = 'versions';
      this.save();
    }
    const { keyMarker, versionMarker } = progress;
    const from = keyMarker === undefined ? undefined : { keyMarker, versionMarker };
    for await (const page of listOldVersions(client, this.settings, from, signal)) {
      for (const version of page.versions) await this.oldVersion(version);
      if (page.next === undefined) break;
      Object.assign(progress, page.next);
      this.save();
    }
  }

  private async oldVersion({ key, versionId }: OldVersion): Promise<void> {
    const { counts } = this.progress;
    const name = { bucket: this.settings.bucket, key, versionId };
    const why = await this.attempt(name, async () => {
      const rows = await rewriteObject(this.work, name, false);
      this.find(rows);
      counts.oldVersionsScanned += 1;
      if (rows.removed === 0) {
        if (this.doubt(rows, key)) counts.oldVersionsDoubtful += 1;
        return;
      }
      if (this.isToWrite) await this.deleteVersion(name);
      counts.oldVersionsDeleted += 1;
    });
    if (why === undefined) return;
    this.report.unreadable(key, why === 'busy' ? 'is being changed by another writer' : why);
    this.progress.isMore = true; // The progress stores no list of failed versions.
  }

  private async deleteVersion(name: ObjectName): Promise<void> {
    const { client } = this.work;
    const command = new DeleteObjectCommand({
      Bucket: name.bucket,
      Key: name.key,
      VersionId: name.versionId,
    });
    await callInTurn(this.work, 's3:DeleteObjectVersion', (options) =>
      client.send(command, options),
    );
  }

  private save(): void {
    this.input.saveProgress(toStore(this.progress, this.pass));
  }
}

/** Compares the bytes of the keys, because S3 sorts keys by their bytes. */
function isBehind(key: string, after: string): boolean {
  return Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0;
}

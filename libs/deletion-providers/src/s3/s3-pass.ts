import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import type { DeletionInput, DeletionOutcome } from '@lethe/destinations';
import { callInTurn, unlessFault } from './call-s3.js';
import { listKeys, listOldVersions, type OldVersion } from './bucket-lists.js';
import type { RowCounts } from './row-counts.js';
import { UnreadableError } from './unreadable-error.js';
import type { ObjectName } from './object-reader.js';
import {
  beginAgain,
  beginVersionsAnew,
  canRemember,
  toStore,
  type PassOf,
  type PassProgress,
} from './pass-progress.js';
import { PassReport } from './pass-report.js';
import { rewriteObject, type ObjectWork } from './rewrite-object.js';
import { findTableFormat } from './find-table-format.js';
import { outcomeOf, S3Fault, sentenceOf, type S3FaultKind } from './s3-faults.js';
import type { S3Settings } from './s3-settings.js';
import { TableFoundError, type Table } from './table-found-error.js';

/** How often an object that is written meanwhile is begun anew before the others go first. */
const TRIES = 3;
/** How often one is begun anew with which S3 has trouble; the client has tried it some times each. */
const TROUBLE_TRIES = 2;
/** So many objects in a row that S3 has trouble with are the trouble of all. */
const MOST_TROUBLE = 3;

/** Faults of one object; all others concern the bucket. */
const OF_ONE_OBJECT: Readonly<Partial<Record<S3FaultKind, string>>> = {
  archived: 'is archived, and must be restored first',
  'customer-key': 'is encrypted with a key that only its owner has',
  denied: 'cannot be read with the configured access key',
  invalid: 'was refused by S3',
};

/** One pass over a bucket, for all users at once. */
export class S3Pass {
  private readonly report: PassReport;
  private hasRead: boolean;
  /** Objects in a row that S3 had trouble with. */
  private trouble = 0;

  constructor(
    private readonly settings: S3Settings,
    private readonly input: DeletionInput,
    private readonly work: ObjectWork,
    private readonly pass: PassOf,
    private progress: PassProgress,
  ) {
    this.report = new PassReport(settings, input.users);
    this.hasRead = progress.counts.objects > 0;
  }

  /** @throws the signal's reason, and what `beforeCall` throws */
  async run(): Promise<DeletionOutcome> {
    try {
      const table = await this.table();
      if (table !== undefined) return this.report.isTable(table, this.progress.counts);
      const again = this.progress.again.splice(0);
      // What is rewritten now leaves an old version, maybe of a key that these have passed already.
      if (again.length > 0) beginVersionsAnew(this.progress);
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
    // What went wrong is all that the next attempt has to look at, where there is room to remember it.
    if (outcome.status !== 'complete' && this.progress.isMore) {
      this.progress = beginAgain(this.progress);
      this.save();
    }
    return outcome;
  }

  /** Looked for before anything is written, in each attempt: one may have been made meanwhile. */
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
      const rows = await rewriteObject(this.work, name, true);
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

  /** @returns whether the object has rows that may be users' and stay */
  private doubt({ doubtful, doubted }: RowCounts, key: string): boolean {
    if (doubtful === 0) return false;
    const { progress } = this;
    for (const user of doubted) progress.doubted.add(user);
    progress.doubtfulNames = this.report.named(progress.doubtfulNames, key);
    return true;
  }

  /**
   * @returns undefined when it is done, or gone; otherwise why not
   * @throws S3Fault where it concerns the bucket
   */
  private async attempt(name: ObjectName, act: () => Promise<void>): Promise<string | undefined> {
    for (let tries = 1; ; tries += 1) {
      await this.input.beforeCall();
      this.work.signal.throwIfAborted();
      try {
        await act();
        this.hasRead = true;
        this.trouble = 0;
        return undefined;
      } catch (error) {
        this.work.signal.throwIfAborted();
        if (error instanceof UnreadableError) {
          this.hasRead = true;
          this.trouble = 0;
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
          if (tries < TROUBLE_TRIES) continue;
          this.trouble += 1;
          if (this.trouble >= MOST_TROUBLE) throw error;
          return sentenceOf(error);
        }
        const why = this.whyNot(error, name);
        if (why === undefined) throw error;
        return why;
      }
    }
  }

  /** What is denied from the first object on is denied for all. */
  private whyNot({ kind, action }: S3Fault, name: ObjectName): string | undefined {
    const isReading = action === 's3:GetObject' || action === 's3:GetObjectVersion';
    if (kind !== 'denied') return OF_ONE_OBJECT[kind];
    if (action === 's3:DeleteObjectVersion') return 'has an old version that is locked';
    return isReading && (this.hasRead || name.versionId !== undefined)
      ? OF_ONE_OBJECT.denied
      : undefined;
  }

  /** Whether it holds the users' rows or not: that is not looked at. */
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
      counts.oldVersionsScanned += 1;
      if (rows.removed === 0) {
        if (this.doubt(rows, key)) counts.oldVersionsDoubtful += 1;
        return;
      }
      await this.deleteVersion(name);
      counts.oldVersionsDeleted += 1;
    });
    if (why === undefined) return;
    this.report.unreadable(key, why === 'busy' ? 'is being written' : why);
    this.progress.isMore = true; // versions are not remembered one by one
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

/** S3 lists keys in the order of their bytes. */
function isBehind(key: string, after: string): boolean {
  return Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0;
}

import {
  GetObjectLegalHoldCommand,
  GetObjectLockConfigurationCommand,
  GetObjectRetentionCommand,
  type GetObjectCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { callS3, unlessFault } from './call-s3.js';
import type { ObjectName } from './object-reader.js';
import type { S3FaultKind } from './s3-faults.js';

export type ObjectLock = Partial<
  Pick<
    GetObjectCommandOutput,
    'ObjectLockMode' | 'ObjectLockRetainUntilDate' | 'ObjectLockLegalHoldStatus'
  >
>;

/** Faults with which a service without locks answers. They mean that the bucket has no locks. */
const NO_LOCKS: readonly S3FaultKind[] = ['none', 'unsupported', 'invalid'];

/**
 * Reads the locks of objects. GetObject omits the locks that the access key is not allowed to see.
 * So a lock can exist although the answer does not contain it.
 */
export class ObjectLocks {
  private areUsed: Promise<boolean | undefined> | undefined;

  constructor(private readonly client: S3Client) {}

  /**
   * @param answer answer to GetObject
   * @returns undefined if Lethe cannot see whether the bucket has locks
   * @throws S3Fault of kind `denied` if the access key is not allowed to see the locks; other
   *   S3Faults; the signal's reason
   */
  async of(
    { bucket, key }: ObjectName,
    answer: GetObjectCommandOutput,
    signal: AbortSignal,
  ): Promise<ObjectLock | undefined> {
    this.areUsed ??= this.ask(bucket, signal);
    const areUsed = await this.areUsed.catch((error: unknown) => {
      this.areUsed = undefined;
      throw error;
    });
    if (areUsed !== true) return areUsed === false ? {} : undefined;
    const object = { Bucket: bucket, Key: key };
    const lock: { -readonly [Name in keyof ObjectLock]: ObjectLock[Name] } = {};
    if (answer.ObjectLockMode === undefined) {
      const asked = callS3('s3:GetObjectRetention', signal, (options) =>
        this.client.send(new GetObjectRetentionCommand(object), options),
      );
      const found = await unlessFault(['none'], asked, undefined);
      lock.ObjectLockMode = found?.Retention?.Mode;
      lock.ObjectLockRetainUntilDate = found?.Retention?.RetainUntilDate;
    }
    if (answer.ObjectLockLegalHoldStatus === undefined) {
      const asked = callS3('s3:GetObjectLegalHold', signal, (options) =>
        this.client.send(new GetObjectLegalHoldCommand(object), options),
      );
      const found = await unlessFault(['none'], asked, undefined);
      lock.ObjectLockLegalHoldStatus = found?.LegalHold?.Status;
    }
    return lock;
  }

  private ask(bucket: string, signal: AbortSignal): Promise<boolean | undefined> {
    const command = new GetObjectLockConfigurationCommand({ Bucket: bucket });
    const asked = callS3('s3:GetBucketObjectLockConfiguration', signal, async (options) => {
      const answer = await this.client.send(command, options);
      return answer.ObjectLockConfiguration?.ObjectLockEnabled === undefined ? undefined : true;
    });
    return unlessFault(NO_LOCKS, unlessFault(['denied'], asked, undefined), false);
  }
}

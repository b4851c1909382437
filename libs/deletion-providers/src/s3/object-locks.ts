import {
  GetObjectLegalHoldCommand,
  GetObjectLockConfigurationCommand,
  GetObjectRetentionCommand,
  type GetObjectCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { ObjectName } from './object-reader.js';
import { faultOf, type S3Action, type S3FaultKind } from './s3-faults.js';

export type ObjectLock = Partial<
  Pick<
    GetObjectCommandOutput,
    'ObjectLockMode' | 'ObjectLockRetainUntilDate' | 'ObjectLockLegalHoldStatus'
  >
>;

/** Answers that mean that there is no lock to be seen, and that services without locks give. */
const NO_LOCKS: ReadonlySet<S3FaultKind> = new Set(['none', 'unsupported', 'invalid']);

/**
 * Locks of a bucket's objects. The answer to GetObject has them only for who may see them, so their
 * absence there says nothing.
 */
export class ObjectLocks {
  private areUsed: Promise<boolean | undefined> | undefined;

  constructor(private readonly client: S3Client) {}

  /**
   * @param answer what reading the object said
   * @returns undefined where it cannot be known
   * @throws S3Fault, `denied` where the bucket has locks that may not be seen; the signal's reason
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
    const of = { Bucket: bucket, Key: key };
    const options = { abortSignal: signal };
    const lock: { -readonly [Name in keyof ObjectLock]: ObjectLock[Name] } = {};
    if (answer.ObjectLockMode === undefined) {
      const found = await orNone('s3:GetObjectRetention', signal, () =>
        this.client.send(new GetObjectRetentionCommand(of), options),
      );
      lock.ObjectLockMode = found?.Retention?.Mode;
      lock.ObjectLockRetainUntilDate = found?.Retention?.RetainUntilDate;
    }
    if (answer.ObjectLockLegalHoldStatus === undefined) {
      const found = await orNone('s3:GetObjectLegalHold', signal, () =>
        this.client.send(new GetObjectLegalHoldCommand(of), options),
      );
      lock.ObjectLockLegalHoldStatus = found?.LegalHold?.Status;
    }
    return lock;
  }

  private async ask(bucket: string, signal: AbortSignal): Promise<boolean | undefined> {
    try {
      const command = new GetObjectLockConfigurationCommand({ Bucket: bucket });
      const answer = await this.client.send(command, { abortSignal: signal });
      return answer.ObjectLockConfiguration?.ObjectLockEnabled === undefined ? undefined : true;
    } catch (error) {
      signal.throwIfAborted();
      const fault = faultOf(error, 's3:GetBucketObjectLockConfiguration');
      if (NO_LOCKS.has(fault.kind)) return false;
      if (fault.kind === 'denied') return undefined;
      throw fault;
    }
  }
}

async function orNone<T>(
  action: S3Action,
  signal: AbortSignal,
  send: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await send();
  } catch (error) {
    signal.throwIfAborted();
    const fault = faultOf(error, action);
    if (fault.kind === 'none') return undefined;
    throw fault;
  }
}

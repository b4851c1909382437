import type { DeletionProvider } from '@lethe/destinations';
import { LeaseEndedError } from '@lethe/destinations';
import { FairSlots } from '@lethe/resilience';
import { passOf, readProgress } from './pass-progress.js';
import { ParquetThreads, type ParquetThreadsOptions } from './parquet/parquet-threads.js';
import { ObjectLocks } from './object-locks.js';
import { createS3Client } from './s3-client.js';
import { S3Pass } from './s3-pass.js';
import { readS3Settings, type S3Settings } from './s3-settings.js';
import { UserSet } from './user-set.js';

/** Objects of lines that are rewritten at once, each with buffers of some tens of MiB; and of one workspace. */
const PLACES = 6;
const PLACES_OF_ONE = 2;

export interface S3DeletionOptions {
  /** Exceptions from what may be connected to, as `parseEgressAllow` reads them. */
  readonly allow: readonly string[];
  readonly parquet?: ParquetThreadsOptions;
}

/**
 * Deletes users from the objects of a bucket: JSON Lines, gzip or not, and Parquet under a prefix are
 * written again without their rows. One pass does so for all users of the input.
 */
export function createS3Deletion({ allow, parquet }: S3DeletionOptions): DeletionProvider {
  const threads = new ParquetThreads(parquet);
  const places = new FairSlots({ slots: PLACES, perOwner: PLACES_OF_ONE, maxWaiting: Infinity });
  return {
    async delete(input) {
      const settings = readS3Settings(input.config);
      if (typeof settings === 'string') {
        return { status: 'aborted', cause: 'configuration', reason: settings };
      }
      const { client, close } = createS3Client(settings, allow);
      try {
        const users = new UserSet(input.users.map(({ identifiers }) => identifiers.userId));
        const { workspaceId, signal, beforeCall } = input;
        const field = settings.userIdField;
        const pass = passOf(users, placesOf(settings));
        const progress = readProgress(input.progress, pass);
        const work = {
          ...{ client, parquet: threads, places, workspaceId, users, field, signal, beforeCall },
          ...{ locks: new ObjectLocks(client), unseen: new Set(progress.unseen) },
        };
        return await new S3Pass(settings, input, work, pass, progress).run();
      } catch (error) {
        throw input.signal.aborted ? leaseEnded(error) : error;
      } finally {
        close();
      }
    },
    close: () => threads.close(),
  };
}

/** What was done at other places says nothing about these. */
function placesOf(settings: S3Settings): readonly string[] {
  const { endpoint, bucket, prefix, userIdField, oldVersions } = settings;
  return [endpoint, bucket, prefix, userIdField, oldVersions];
}

function leaseEnded(cause: unknown): LeaseEndedError {
  return cause instanceof LeaseEndedError
    ? cause
    : new LeaseEndedError('The lease ended during the pass', { cause });
}

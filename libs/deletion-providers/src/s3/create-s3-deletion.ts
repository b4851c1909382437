import type { DeletionInput, DeletionProvider } from '@lethe/destinations';
import { FairSlots } from '@lethe/resilience';
import { toOutcome, toVerification } from '../shared/to-outcome.js';
import { passOf, readProgress, type PassOf, type PassProgress } from './pass-progress.js';
import { ObjectLocks } from './object-locks.js';
import { createS3Client } from './s3-client.js';
import { S3Pass } from './s3-pass.js';
import { readS3Settings, type S3Settings } from './s3-settings.js';
import {
  LINE_THREADS,
  PARQUET_THREADS,
  ObjectThreads,
  type ObjectThreadsOptions,
} from './threads/object-threads.js';
import type { ObjectWork } from './rewrite-object.js';
import { UserSet } from './user-set.js';
import { verifyBucket } from './verify-bucket.js';

export interface S3DeletionOptions {
  /** Non-public addresses that Lethe can call, in the form that `parseEgressAllow` reads. */
  readonly allow: readonly string[];
  /** Overrides the options of all threads in tests. */
  readonly threads?: Partial<ObjectThreadsOptions>;
}

/**
 * Deletes the rows of users from the objects of a bucket. One pass for all users reads the objects
 * under a prefix. It rewrites Parquet files and JSON Lines (plain or gzip) without these rows.
 */
export function createS3Deletion({ allow, threads }: S3DeletionOptions): DeletionProvider {
  const parquet = new ObjectThreads({ ...PARQUET_THREADS, ...threads });
  const lines = new ObjectThreads({ ...LINE_THREADS, ...threads });
  const slots = new FairSlots({ slots: LINE_THREADS.threads, perOwner: 1, maxWaiting: Infinity });
  const inBucket = async <Outcome>(
    input: DeletionInput,
    run: (bucket: OpenBucket) => Promise<Outcome>,
  ): Promise<Outcome> => {
    const settings = readS3Settings(input.config);
    const { client, close } = createS3Client(settings, allow);
    try {
      const users = new UserSet(input.users.map(({ identifiers }) => identifiers.userId));
      const { workspaceId, signal, beforeCall } = input;
      const field = settings.userIdField;
      const pass = passOf(users, progressKeyOf(settings));
      const progress = readProgress(input.progress, pass);
      const work = {
        ...{ client, parquet, lines, workspaceId, users, field, signal, beforeCall },
        ...{ places: slots, locks: new ObjectLocks(client), unseen: new Set(progress.unseen) },
      };
      return await run({ settings, work, pass, progress });
    } finally {
      close();
    }
  };
  return {
    delete: (input) =>
      toOutcome(input.signal, () =>
        inBucket(input, ({ settings, work, pass, progress }) =>
          new S3Pass(settings, input, work, pass, progress).run(),
        ),
      ),
    verify: (input) =>
      toVerification(input, (seen) =>
        inBucket(input, ({ settings, work, pass }) =>
          verifyBucket(settings, input, work, pass, seen),
        ),
      ),
    close: async () => {
      await Promise.all([parquet.close(), lines.close()]);
    },
  };
}

interface OpenBucket {
  readonly settings: S3Settings;
  readonly work: ObjectWork;
  readonly pass: PassOf;
  readonly progress: PassProgress;
}

/**
 * Returns the settings for which progress is valid. If one of them changes, the pass starts again.
 */
function progressKeyOf(settings: S3Settings): readonly string[] {
  const { endpoint, bucket, prefix, userIdField, oldVersions } = settings;
  return [endpoint, bucket, prefix, userIdField, oldVersions];
}

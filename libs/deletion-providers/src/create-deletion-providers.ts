import type { DeletionProvider } from '@lethe/destinations';
import { createGuardedDialer } from '@lethe/egress';
import { createKafkaDeletion } from './kafka/create-kafka-deletion.js';
import { createPostgresDeletion } from './postgres/create-postgres-deletion.js';
import { createRedisDeletion } from './redis/create-redis-deletion.js';
import { createS3Deletion } from './s3/create-s3-deletion.js';
import { createWebhookDeletion } from './webhook/create-webhook-deletion.js';

export interface DeletionProvidersOptions {
  /** Non-public addresses that Lethe can call, in the form that `parseEgressAllow` reads. */
  readonly allow?: readonly string[];
}

/** Returns the deletion providers of the built-in destination types, by the name of the type. */
export function createDeletionProviders({ allow = [] }: DeletionProvidersOptions = {}): Readonly<
  Record<string, DeletionProvider>
> {
  const dialer = createGuardedDialer({ allow });
  return {
    KAFKA: createKafkaDeletion({ dialer }),
    POSTGRES: createPostgresDeletion({ dialer }),
    REDIS: createRedisDeletion({ dialer }),
    S3: createS3Deletion({ allow }),
    WEBHOOK: createWebhookDeletion({ allow }),
  };
}

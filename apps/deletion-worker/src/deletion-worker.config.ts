import { DEFINITIONS_FILE_VARIABLE } from '@lethe/catalog';
import {
  catalogReaderVariables,
  checkKafkaVariables,
  checkRpcVariables,
  integer,
  topicVariables,
} from '@lethe/config';
import { transformerVariables } from '@lethe/destinations';
import { egressVariables } from '@lethe/egress';
import { regulationClientVariables } from '@lethe/regulation-client';
import { serviceVariables } from '@lethe/observability';
import { z } from 'zod';

/** What `createDeletionWorker` needs; the standalone app takes these over. */
export const deletionWorkerVariables = {
  ...egressVariables,
  ...transformerVariables,
  LETHE_DELETION_CONCURRENCY: integer({ min: 1, max: 1_000 }, 100).describe(
    'Destinations at which one worker deletes at once; at each of them one job at a time.',
  ),
  LETHE_DELETION_LEASE: integer({ min: 5, max: 3_600 }, 60).describe(
    'Seconds after which the jobs of a worker that no longer answers are taken up by another. While it works it renews them, every third of this time.',
  ),
};

/** Variables of the deletion worker. */
const variables = z.object({
  ...catalogReaderVariables,
  ...regulationClientVariables,
  ...topicVariables,
  ...serviceVariables(3004),
  ...DEFINITIONS_FILE_VARIABLE,
  ...deletionWorkerVariables,
});

export const deletionWorkerConfigSchema = variables
  .superRefine(checkKafkaVariables)
  .superRefine(checkRpcVariables);

export type DeletionWorkerSettings = Readonly<z.infer<z.ZodObject<typeof deletionWorkerVariables>>>;
export type DeletionWorkerConfig = Readonly<z.infer<typeof deletionWorkerConfigSchema>>;

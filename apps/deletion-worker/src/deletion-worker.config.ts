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

/** Variables of `createDeletionWorker`. The standalone app has these variables too. */
export const deletionWorkerVariables = {
  ...egressVariables,
  ...transformerVariables,
  LETHE_DELETION_CONCURRENCY: integer({ min: 1, max: 1_000 }, 100).describe(
    'Maximum number of destinations at which one worker deletes at the same time. At each destination, one job runs at a time.',
  ),
  LETHE_DELETION_LEASE: integer({ min: 5, max: 3_600 }, 60).describe(
    'Lease of a deletion job, in seconds. A running worker renews its leases at every third of this time. If a worker stops responding, another worker takes its jobs after this time.',
  ),
};

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

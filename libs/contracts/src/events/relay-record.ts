import { z } from 'zod';

/**
 * Schema of the values on `regulation.relay.v1`. A value says how much the relay has published on a
 * Kafka cluster.
 */
export const relayRecordSchema = z
  .object({
    clusterId: z.string().min(1).describe('Id of the Kafka cluster; also the key.'),
    topicId: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .nullable()
      .describe('Id of the suppressions topic; null when the brokers are too old to report it.'),
    startOffsets: z
      .array(z.int().min(0))
      .optional()
      .describe(
        'First offset of each partition of the suppressions topic. If a partition now begins later, records were lost: compaction does not move the first offset.',
      ),
    endOffsets: z
      .array(z.int().min(0))
      .min(1)
      .describe('Each partition of the suppressions topic has at least this end offset.'),
    liveKeys: z
      .int()
      .min(0)
      .describe(
        'At these end offsets, at least this number of users has a suppression. Only a reader that has read exactly up to these end offsets may compare its number of suppressed users with this one.',
      ),
  })
  .meta({
    title: 'RelayRecord',
    description:
      'The suppressions topic with this id is complete up to these end offsets. While the relay publishes everything again, a tombstone replaces this record.',
  });

export type RelayRecord = z.infer<typeof relayRecordSchema>;

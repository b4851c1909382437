import { z } from 'zod';

/** Value on `regulation.relay.v1`: what a relay has published on a cluster. */
export const relayRecordSchema = z
  .object({
    clusterId: z.string().min(1).describe('Id of the Kafka cluster; also the key.'),
    topicId: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .nullable()
      .describe('Id of the suppressions topic; null where brokers are too old to tell it.'),
    startOffsets: z
      .array(z.int().min(0))
      .optional()
      .describe(
        'Where the suppressions topic began, by partition. One that begins later has lost records since: compaction does not move it.',
      ),
    endOffsets: z
      .array(z.int().min(0))
      .min(1)
      .describe('How far the suppressions topic went at least, by partition.'),
    liveKeys: z
      .int()
      .min(0)
      .describe(
        'At least so many users had a suppression when the topic ended exactly there. To be compared only by who has read up to exactly these end offsets.',
      ),
  })
  .meta({
    title: 'RelayRecord',
    description:
      'Everything that there is to know is on the suppressions topic with this id, up to these end offsets. While everything is told again there is no such record, but a tombstone.',
  });

export type RelayRecord = z.infer<typeof relayRecordSchema>;

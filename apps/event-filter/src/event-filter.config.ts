import {
  addresses,
  checkKafkaVariables,
  flag,
  integer,
  kafkaVariables,
  topicPrefix,
} from '@lethe/config';
import { deadLetterTopicName } from '@lethe/contracts';
import { serviceVariables } from '@lethe/observability';
import { z } from 'zod';
import { eventPlaces } from './events/event-place.js';

/**
 * A name has at most 245 characters. Kafka allows 249, and the name of the dead-letter topic is 4
 * characters longer (`.dlq`).
 */
const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,245}$/;
const NAME_ERROR = 'must be 1 to 245 letters, digits, dots, dashes or underscores';

/** An `alias` event merges `previousId` into `userId`, so the event belongs to both users. */
const USER_PLACES = 'pointer:/userId,pointer:/previousId,pointer:/context/traits/userId';

const topic = () => z.string().regex(NAME, NAME_ERROR);

export const eventFilterConfigSchema = z
  .object({
    KAFKA_BROKERS: addresses().describe('Kafka bootstrap brokers, host:port[,host:port…].'),
    ...kafkaVariables,
    LETHE_TOPIC_PREFIX: topicPrefix().describe(
      "Prefix of Lethe's topics. The filter reads the suppressions topic with this prefix.",
    ),
    LETHE_EVENTS_IN: topic().describe('Full name of the topic with the events.'),
    LETHE_EVENTS_OUT: topic().describe('Full name of the topic for the events that pass.'),
    LETHE_EVENTS_GROUP: z
      .string()
      .regex(NAME, NAME_ERROR)
      .default('lethe.event-filter')
      .describe('Consumer group. Instances that share the work have the same group.'),
    LETHE_EVENTS_SESSION_TIMEOUT: integer({ min: 2, max: 1_800 }, 10).describe(
      'Seconds after which the partitions of a failed instance go to the other instances. By default, brokers allow 6 to 1800.',
    ),
    LETHE_EVENT_USER: eventPlaces(USER_PLACES).describe(
      'Where an event names users: header:<name>, pointer:/<path> or fixed:<text>, separated by commas. An event is dropped if one of these places holds a suppressed user.',
    ),
    LETHE_EVENT_WORKSPACE: eventPlaces('header:workspaceId,pointer:/workspaceId').describe(
      'Where an event names its workspace: places as for LETHE_EVENT_USER. The first place that holds a text counts.',
    ),
    LETHE_EVENT_SOURCE: eventPlaces('header:sourceId,pointer:/sourceId').describe(
      'Where an event names its source: places as for LETHE_EVENT_WORKSPACE. Without a source, only suppressions at all sources apply.',
    ),
    LETHE_EVENTS_COMPRESSION: z
      .enum(['none', 'gzip'], 'must be none or gzip')
      .default('none')
      .describe('Compression of the records that the filter writes: none or gzip.'),
    LETHE_MAX_BATCH_SIZE: integer({ min: 1, max: 1_024 }, 100).describe(
      'Largest batch of records that the filter reads, in MiB after decompression. A larger batch stops its partition.',
    ),
    LETHE_CREATE_TOPICS: flag(true).describe('Create the dead-letter topic if it is missing.'),
    LETHE_RELAY_RECORD: z
      .enum(['required', 'optional'], 'must be required or optional')
      .default('required')
      .describe(
        'Whether events wait until the relay record shows that the suppression index is complete. Use optional where no relay writes this record on the cluster.',
      ),
    LETHE_SNAPSHOT_FILE: z
      .string()
      .min(1)
      .optional()
      .describe(
        'File in which the suppression index is saved, for a faster start. Each instance needs a file of its own. Default: none.',
      ),
    LETHE_SNAPSHOT_INTERVAL: integer({ min: 10, max: 86_400 }, 300).describe(
      'Seconds between two snapshots of the suppression index.',
    ),
    ...serviceVariables(3005, '/livez, /readyz, /metrics'),
  })
  .superRefine(checkKafkaVariables)
  .superRefine(({ LETHE_EVENTS_IN, LETHE_EVENTS_OUT }, context) => {
    const refuse = (message: string): void => {
      context.addIssue({ code: 'custom', path: ['LETHE_EVENTS_OUT'], message });
    };
    if (LETHE_EVENTS_OUT === LETHE_EVENTS_IN) {
      refuse(
        'must be another topic than LETHE_EVENTS_IN: otherwise the filter would read its own output',
      );
    }
    if (LETHE_EVENTS_OUT === deadLetterTopicName(LETHE_EVENTS_IN)) {
      refuse('must not be the dead-letter topic of LETHE_EVENTS_IN');
    }
  });

export type EventFilterConfig = Readonly<z.infer<typeof eventFilterConfigSchema>>;

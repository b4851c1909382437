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

/** Longest name of a topic whose dead letters' topic (`.dlq`) is still a legal name. */
const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,245}$/;
const NAME_ERROR = 'must be a name of letters, digits, dots, dashes and underscores';

/** An `alias` event merges `previousId` into `userId`: it is about both. */
const USER_PLACES = 'pointer:/userId,pointer:/previousId,pointer:/context/traits/userId';

const topic = () => z.string().regex(NAME, NAME_ERROR);

/** Variables of the event filter. */
export const eventFilterConfigSchema = z
  .object({
    KAFKA_BROKERS: addresses().describe('Kafka bootstrap brokers, host:port[,host:port…].'),
    ...kafkaVariables,
    LETHE_TOPIC_PREFIX: topicPrefix().describe(
      "Prefix of Lethe's topics, of which the filter reads the suppressions.",
    ),
    LETHE_EVENTS_IN: topic().describe('Topic with the events, full name.'),
    LETHE_EVENTS_OUT: topic().describe('Topic for the events that pass, full name.'),
    LETHE_EVENTS_GROUP: z
      .string()
      .regex(NAME, NAME_ERROR)
      .default('lethe.event-filter')
      .describe('Consumer group: instances that share the work have the same.'),
    LETHE_EVENTS_SESSION_TIMEOUT: integer({ min: 2, max: 1_800 }, 10).describe(
      'Seconds after which the partitions of an instance that died go to the others. Brokers allow 6 to 1800 unless told otherwise.',
    ),
    LETHE_EVENT_USER: eventPlaces(USER_PLACES).describe(
      'Where an event names users: places separated by commas. An event is dropped when any of them holds a suppressed user. header:<name>, pointer:/<path> or fixed:<text>.',
    ),
    LETHE_EVENT_WORKSPACE: eventPlaces('header:workspaceId,pointer:/workspaceId').describe(
      "Where an event's workspace is: places as for LETHE_EVENT_USER, of which the first that holds a text counts.",
    ),
    LETHE_EVENT_SOURCE: eventPlaces('header:sourceId,pointer:/sourceId').describe(
      "Where an event's source is, as for LETHE_EVENT_WORKSPACE. Without one only suppressions at all sources count.",
    ),
    LETHE_EVENTS_COMPRESSION: z
      .enum(['none', 'gzip'], 'must be none or gzip')
      .default('none')
      .describe('Compression of what leaves: none or gzip.'),
    LETHE_MAX_BATCH_SIZE: integer({ min: 1, max: 1_024 }, 100).describe(
      'Largest batch of records that is read, once it is unpacked, in MiB. A partition stands still before a larger one.',
    ),
    LETHE_CREATE_TOPICS: flag(true).describe(
      'Create the topic of dead letters when it is missing.',
    ),
    LETHE_RELAY_RECORD: z
      .enum(['required', 'optional'], 'must be required or optional')
      .default('required')
      .describe(
        'Whether events wait for the record in which the relay says how much there is to know: optional where no relay writes one on this cluster.',
      ),
    LETHE_SNAPSHOT_FILE: z
      .string()
      .min(1)
      .optional()
      .describe(
        'File in which the index is kept, for a faster start. One for each instance. Default: none.',
      ),
    LETHE_SNAPSHOT_INTERVAL: integer({ min: 10, max: 86_400 }, 300).describe(
      'Seconds between two snapshots of the index.',
    ),
    ...serviceVariables(3005, '/livez, /readyz, /metrics'),
  })
  .superRefine(checkKafkaVariables)
  .superRefine(({ LETHE_EVENTS_IN, LETHE_EVENTS_OUT }, context) => {
    const refuse = (message: string): void => {
      context.addIssue({ code: 'custom', path: ['LETHE_EVENTS_OUT'], message });
    };
    if (LETHE_EVENTS_OUT === LETHE_EVENTS_IN) {
      refuse('must be another topic than LETHE_EVENTS_IN: events would go in circles');
    }
    if (LETHE_EVENTS_OUT === deadLetterTopicName(LETHE_EVENTS_IN)) {
      refuse('must not be the topic of the dead letters of LETHE_EVENTS_IN');
    }
  });

export type EventFilterConfig = Readonly<z.infer<typeof eventFilterConfigSchema>>;

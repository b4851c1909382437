import { FLAG, NUMBER, PAIRS } from '../definition/config-field.js';
import { defineDestination } from '../definition/define-destination.js';

const AWS_VARIABLES = ['region', 'roleBasedAuth', 'iamRoleARN', 'accessKeyID', 'accessKey'];
const AWS_SECRETS = ['accessKey'];
const TOPIC_FIELDS = {
  enableMultiTopic: FLAG,
  eventTypeToTopicMap: PAIRS,
  eventToTopicMap: PAIRS,
};

/** Streams and queues. */
export const STREAM_DEFINITIONS = [
  defineDestination({
    name: 'KINESIS',
    displayName: 'Amazon Kinesis',
    category: 'stream',
    variables: [...AWS_VARIABLES, 'stream', 'useMessageId'],
    secrets: AWS_SECRETS,
    fields: { roleBasedAuth: FLAG, useMessageId: FLAG },
  }),
  defineDestination({
    name: 'KAFKA',
    displayName: 'Apache Kafka',
    category: 'stream',
    variables: [
      'hostName',
      'port',
      'topic',
      'sslEnabled',
      'caCertificate',
      'useSASL',
      'saslType',
      'username',
      'password',
      'enableMultiTopic',
      'eventTypeToTopicMap',
      'eventToTopicMap',
      'keyPattern',
    ],
    secrets: ['password'],
    // saslType is any text: what was accepted once must not stop a start. A deletion says what it takes.
    fields: { port: NUMBER, sslEnabled: FLAG, useSASL: FLAG, ...TOPIC_FIELDS },
    deletion: {
      supported: true,
      identifiers: ['userId'],
      batchSize: 1000,
      requestsPerSecond: 50, // sends of up to 10,000 tombstones
    },
  }),
  defineDestination({
    name: 'AZURE_EVENT_HUB',
    displayName: 'Azure Event Hubs',
    category: 'stream',
    variables: ['bootstrapServer', 'topic', 'eventHubsConnectionString'],
    secrets: ['eventHubsConnectionString'],
  }),
  defineDestination({
    name: 'FIREHOSE',
    displayName: 'Amazon Data Firehose',
    category: 'stream',
    variables: [...AWS_VARIABLES, 'mapEvents'],
    secrets: AWS_SECRETS,
    fields: { roleBasedAuth: FLAG, mapEvents: PAIRS },
  }),
  defineDestination({
    name: 'EVENTBRIDGE',
    displayName: 'Amazon EventBridge',
    category: 'stream',
    variables: [...AWS_VARIABLES, 'eventBusName', 'detailType', 'resourceID'],
    secrets: AWS_SECRETS,
    fields: { roleBasedAuth: FLAG },
  }),
  defineDestination({
    name: 'PERSONALIZE',
    displayName: 'Amazon Personalize',
    category: 'stream',
    variables: [
      ...AWS_VARIABLES,
      'datasetARN',
      'trackingId',
      'eventName',
      'eventChoice',
      'customMappings',
      'disableStringify',
    ],
    secrets: AWS_SECRETS,
    fields: { roleBasedAuth: FLAG, customMappings: PAIRS, disableStringify: FLAG },
    messageTypes: ['identify', 'track'],
  }),
  defineDestination({
    name: 'CONFLUENT_CLOUD',
    displayName: 'Confluent Cloud',
    category: 'stream',
    variables: [
      'bootstrapServer',
      'topic',
      'apiKey',
      'apiSecret',
      'enableMultiTopic',
      'eventTypeToTopicMap',
      'eventToTopicMap',
    ],
    secrets: ['apiKey', 'apiSecret'],
    fields: TOPIC_FIELDS,
  }),
  defineDestination({
    name: 'GOOGLEPUBSUB',
    displayName: 'Google Cloud Pub/Sub',
    category: 'stream',
    variables: ['projectId', 'credentials', 'eventToTopicMap', 'eventToAttributesMap'],
    secrets: ['credentials'],
    fields: { eventToTopicMap: PAIRS, eventToAttributesMap: PAIRS },
  }),
];

import { FLAG, NUMBER, oneOf, PAIRS, type ConfigField } from '../definition/config-field.js';
import { defineDestination, type DestinationFacts } from '../definition/define-destination.js';
import type { DeletionCapability } from '../definition/destination-definition.js';

/** Fields of the variables that are not plain text, for all types. */
const FIELDS: Readonly<Record<string, ConfigField>> = {
  ...each('roleBasedAuth useMessageId sslEnabled useSASL useSASTokens useSSL useKeyPairAuth', FLAG),
  ...each('tls secure skipVerify useGlue enableExternalLocation enableMultiTopic', FLAG),
  ...each('eventDelivery disableStringify', FLAG),
  ...each('eventTypeToTopicMap eventToTopicMap eventToAttributesMap eventKeyMap', PAIRS),
  ...each('mapEvents customMappings', PAIRS),
  port: NUMBER,
  oldVersions: oneOf('report', 'delete'),
  // Tables that contain rows of users. `table` is the name of a table or `schema.name`.
  deletionTables: {
    type: 'array',
    items: {
      type: 'object',
      members: {
        table: { type: 'string', required: true },
        userIdColumn: { type: 'string', required: true },
      },
    },
  },
};

/** Names of secret variables. Definitions list them in this sequence. */
const SECRET = namesOf(
  'privateKey privateKeyPassphrase clientKey token password apiKey apiSecret accountKey accessKey secretAccessKey credentials sasToken eventHubsConnectionString',
);

const AWS = 'region roleBasedAuth iamRoleARN accessKeyID accessKey';
const TOPICS = 'enableMultiTopic eventTypeToTopicMap eventToTopicMap';
const SYNC = 'syncFrequency syncStartAt';
/** Variables for the files that a warehouse loads, and for the schedule of loads. */
const STAGING = `bucketProvider bucketName containerName accountName accountKey accessKeyID accessKey secretAccessKey endPoint credentials prefix ${SYNC}`;
const SERVER = 'host port database user password namespace sslMode';

interface ListedType extends Pick<
  DestinationFacts,
  'displayName' | 'category' | 'provider' | 'fields' | 'messageTypes'
> {
  /** Names of variables, separated by blanks. */
  readonly variables: string;
  /** Deletions at these types find users only by `userId`. If absent, Lethe cannot delete. */
  readonly deletion?: Pick<DeletionCapability, 'batchSize' | 'requestsPerSecond'>;
}

/**
 * Types that send no HTTP requests, so the Test API does not support them. They can be configured
 * and listed. Lethe can delete at some of these types.
 */
const TYPES: Readonly<Record<string, ListedType>> = {
  // A system that Lethe cannot reach. Self-hosted workers claim the deletion jobs of these
  // destinations, and get all identifiers of the users.
  CUSTOM: {
    displayName: 'Own system',
    category: 'custom',
    variables: '',
    deletion: { batchSize: 1_000 },
  },

  KINESIS: {
    displayName: 'Amazon Kinesis',
    category: 'stream',
    variables: `${AWS} stream useMessageId`,
  },
  KAFKA: {
    displayName: 'Apache Kafka',
    category: 'stream',
    // `saslType` can be any text, so that a stored value never prevents a start of Lethe. The value
    // is checked when a deletion is requested.
    variables: `hostName port topic sslEnabled caCertificate useSASL saslType username password ${TOPICS} keyPattern`,
    deletion: { batchSize: 1_000, requestsPerSecond: 50 }, // A call sends up to 10,000 tombstones.
  },
  AZURE_EVENT_HUB: {
    displayName: 'Azure Event Hubs',
    category: 'stream',
    variables: 'bootstrapServer topic eventHubsConnectionString',
  },
  FIREHOSE: {
    displayName: 'Amazon Data Firehose',
    category: 'stream',
    variables: `${AWS} mapEvents`,
  },
  EVENTBRIDGE: {
    displayName: 'Amazon EventBridge',
    category: 'stream',
    variables: `${AWS} eventBusName detailType resourceID`,
  },
  PERSONALIZE: {
    displayName: 'Amazon Personalize',
    category: 'stream',
    variables: `${AWS} datasetARN trackingId eventName eventChoice customMappings disableStringify`,
    messageTypes: ['identify', 'track'],
  },
  CONFLUENT_CLOUD: {
    displayName: 'Confluent Cloud',
    category: 'stream',
    variables: `bootstrapServer topic apiKey apiSecret ${TOPICS}`,
  },
  GOOGLEPUBSUB: {
    displayName: 'Google Cloud Pub/Sub',
    category: 'stream',
    variables: 'projectId credentials eventToTopicMap eventToAttributesMap',
  },

  GOOGLESHEETS: {
    displayName: 'Google Sheets',
    category: 'spreadsheet',
    variables: 'credentials sheetId sheetName eventKeyMap',
    messageTypes: ['identify', 'track', 'page', 'screen'],
  },
  REDIS: {
    displayName: 'Redis',
    category: 'key-value-cache',
    provider: 'native',
    variables: 'address username password database tls caCertificate serverName prefix keyPattern',
    fields: { database: NUMBER },
    messageTypes: ['identify'],
    deletion: { batchSize: 1_000, requestsPerSecond: 10 }, // A job needs two pipelines.
  },
  S3: {
    displayName: 'Amazon S3',
    category: 'object-store',
    provider: 'native',
    variables: 'bucketName prefix region endpoint accessKeyID accessKey userIdField oldVersions',
    // All waiting jobs share one pass, which reads each object under the prefix.
    deletion: { batchSize: 1_000, requestsPerSecond: 50 },
  },
  AZURE_BLOB: {
    displayName: 'Azure Blob Storage',
    category: 'object-store',
    variables: 'containerName prefix accountName accountKey useSASTokens sasToken',
  },
  DIGITAL_OCEAN_SPACES: {
    displayName: 'DigitalOcean Spaces',
    category: 'object-store',
    variables: 'bucketName prefix endPoint accessKeyID accessKey',
  },
  GCS: {
    displayName: 'Google Cloud Storage',
    category: 'object-store',
    variables: 'bucketName prefix credentials',
  },
  MINIO: {
    displayName: 'MinIO',
    category: 'object-store',
    variables: 'bucketName prefix endPoint accessKeyID secretAccessKey useSSL',
  },

  BQSTREAM: {
    displayName: 'BigQuery Stream',
    category: 'stream-insert-warehouse',
    variables: 'projectId datasetId tableId insertId eventDelivery credentials',
    messageTypes: ['track'],
  },
  SNOWFLAKE: {
    displayName: 'Snowflake',
    category: 'warehouse',
    variables: `account warehouse database user role password useKeyPairAuth privateKey privateKeyPassphrase namespace cloudProvider storageIntegration ${STAGING}`,
  },
  BQ: {
    displayName: 'Google BigQuery',
    category: 'warehouse',
    variables: `project location bucketName prefix namespace credentials ${SYNC}`,
  },
  RS: {
    displayName: 'Amazon Redshift',
    category: 'warehouse',
    variables: `${SERVER} iamRoleARNForAuth clusterId clusterRegion ${STAGING}`,
  },
  POSTGRES: {
    displayName: 'PostgreSQL',
    category: 'warehouse',
    // `sslMode` can be any text, so that a stored value never prevents a start of Lethe. The value
    // is checked when a deletion is requested.
    variables: `${SERVER} serverCA serverName clientCert clientKey deletionTables ${STAGING}`,
    deletion: { batchSize: 1_000, requestsPerSecond: 5 }, // A job needs one transaction.
  },
  CLICKHOUSE: {
    displayName: 'ClickHouse',
    category: 'warehouse',
    variables: `${SERVER} cluster secure skipVerify caCertificate ${STAGING}`,
  },
  MSSQL: {
    displayName: 'Microsoft SQL Server',
    category: 'warehouse',
    variables: `${SERVER} ${STAGING}`,
  },
  AZURE_SYNAPSE: {
    displayName: 'Azure Synapse',
    category: 'warehouse',
    variables: `${SERVER} ${STAGING}`,
  },
  DELTALAKE: {
    displayName: 'Databricks Delta Lake',
    category: 'warehouse',
    variables: `host port path token catalog namespace enableExternalLocation externalLocation ${STAGING}`,
  },
  S3_DATALAKE: {
    displayName: 'S3 Data Lake',
    category: 'warehouse',
    variables: `bucketName prefix namespace useGlue ${AWS} ${SYNC}`,
  },
  GCS_DATALAKE: {
    displayName: 'GCS Data Lake',
    category: 'warehouse',
    variables: `bucketName prefix namespace credentials ${SYNC}`,
  },
  AZURE_DATALAKE: {
    displayName: 'Azure Data Lake',
    category: 'warehouse',
    variables: `containerName prefix namespace accountName accountKey useSASTokens sasToken ${SYNC}`,
  },
};

export const LISTED_DEFINITIONS = Object.entries(TYPES).map(([name, { deletion, ...type }]) => {
  const variables = namesOf(type.variables);
  return defineDestination({
    ...type,
    name,
    variables,
    secrets: SECRET.filter((variable) => variables.includes(variable)),
    fields: { ...FIELDS, ...type.fields },
    ...(deletion && { deletion: { supported: true, identifiers: ['userId'], ...deletion } }),
  });
});

function namesOf(words: string): string[] {
  return words.split(' ').filter((word) => word !== '');
}

function each(words: string, field: ConfigField): Record<string, ConfigField> {
  return Object.fromEntries(namesOf(words).map((name) => [name, field]));
}

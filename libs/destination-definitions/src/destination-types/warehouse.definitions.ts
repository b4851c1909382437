import { FLAG, NUMBER, type ConfigField } from '../definition/config-field.js';
import { defineDestination } from '../definition/define-destination.js';

/** Where a warehouse stages its files, and how often it loads them. */
const STAGING = [
  'bucketProvider',
  'bucketName',
  'containerName',
  'accountName',
  'accountKey',
  'accessKeyID',
  'accessKey',
  'secretAccessKey',
  'endPoint',
  'credentials',
  'prefix',
  'syncFrequency',
  'syncStartAt',
];
const STAGING_SECRETS = ['accountKey', 'accessKey', 'secretAccessKey', 'credentials'];

/** Where the rows of users are: a name, or `schema.name`, and its column. */
const DELETION_TABLES: ConfigField = {
  type: 'array',
  items: {
    type: 'object',
    members: {
      table: { type: 'string', required: true },
      userIdColumn: { type: 'string', required: true },
    },
  },
};

const SERVER = ['host', 'port', 'database', 'user', 'password', 'namespace', 'sslMode'];
const SERVER_SECRETS = ['password', ...STAGING_SECRETS];

/** Warehouses and data lakes, loaded in batches, and the one that takes single rows. */
export const WAREHOUSE_DEFINITIONS = [
  defineDestination({
    name: 'BQSTREAM',
    displayName: 'BigQuery Stream',
    category: 'stream-insert-warehouse',
    variables: ['projectId', 'datasetId', 'tableId', 'insertId', 'eventDelivery', 'credentials'],
    secrets: ['credentials'],
    fields: { eventDelivery: FLAG },
    messageTypes: ['track'],
  }),
  defineDestination({
    name: 'SNOWFLAKE',
    displayName: 'Snowflake',
    category: 'warehouse',
    variables: [
      'account',
      'warehouse',
      'database',
      'user',
      'role',
      'password',
      'useKeyPairAuth',
      'privateKey',
      'privateKeyPassphrase',
      'namespace',
      'cloudProvider',
      'storageIntegration',
      ...STAGING,
    ],
    secrets: ['privateKey', 'privateKeyPassphrase', ...SERVER_SECRETS],
    fields: { useKeyPairAuth: FLAG },
  }),
  defineDestination({
    name: 'BQ',
    displayName: 'Google BigQuery',
    category: 'warehouse',
    variables: [
      'project',
      'location',
      'bucketName',
      'prefix',
      'namespace',
      'credentials',
      'syncFrequency',
      'syncStartAt',
    ],
    secrets: ['credentials'],
  }),
  defineDestination({
    name: 'RS',
    displayName: 'Amazon Redshift',
    category: 'warehouse',
    variables: [...SERVER, 'iamRoleARNForAuth', 'clusterId', 'clusterRegion', ...STAGING],
    secrets: SERVER_SECRETS,
    fields: { port: NUMBER },
  }),
  defineDestination({
    name: 'POSTGRES',
    displayName: 'PostgreSQL',
    category: 'warehouse',
    variables: [
      ...SERVER,
      'serverCA',
      'serverName',
      'clientCert',
      'clientKey',
      'deletionTables',
      ...STAGING,
    ],
    secrets: ['clientKey', ...SERVER_SECRETS],
    // sslMode is any text: what was accepted once must not stop a start. A deletion says what it takes.
    fields: { port: NUMBER, deletionTables: DELETION_TABLES },
    deletion: {
      supported: true,
      identifiers: ['userId'],
      batchSize: 1000, // as many as a transaction takes
      requestsPerSecond: 5,
    },
  }),
  defineDestination({
    name: 'CLICKHOUSE',
    displayName: 'ClickHouse',
    category: 'warehouse',
    variables: [...SERVER, 'cluster', 'secure', 'skipVerify', 'caCertificate', ...STAGING],
    secrets: SERVER_SECRETS,
    fields: { port: NUMBER, secure: FLAG, skipVerify: FLAG },
  }),
  defineDestination({
    name: 'MSSQL',
    displayName: 'Microsoft SQL Server',
    category: 'warehouse',
    variables: [...SERVER, ...STAGING],
    secrets: SERVER_SECRETS,
    fields: { port: NUMBER },
  }),
  defineDestination({
    name: 'AZURE_SYNAPSE',
    displayName: 'Azure Synapse',
    category: 'warehouse',
    variables: [...SERVER, ...STAGING],
    secrets: SERVER_SECRETS,
    fields: { port: NUMBER },
  }),
  defineDestination({
    name: 'DELTALAKE',
    displayName: 'Databricks Delta Lake',
    category: 'warehouse',
    variables: [
      'host',
      'port',
      'path',
      'token',
      'catalog',
      'namespace',
      'enableExternalLocation',
      'externalLocation',
      ...STAGING,
    ],
    secrets: ['token', ...STAGING_SECRETS],
    fields: { port: NUMBER, enableExternalLocation: FLAG },
  }),
  defineDestination({
    name: 'S3_DATALAKE',
    displayName: 'S3 Data Lake',
    category: 'warehouse',
    variables: [
      'bucketName',
      'prefix',
      'namespace',
      'useGlue',
      'region',
      'roleBasedAuth',
      'iamRoleARN',
      'accessKeyID',
      'accessKey',
      'syncFrequency',
      'syncStartAt',
    ],
    secrets: ['accessKey'],
    fields: { useGlue: FLAG, roleBasedAuth: FLAG },
  }),
  defineDestination({
    name: 'GCS_DATALAKE',
    displayName: 'GCS Data Lake',
    category: 'warehouse',
    variables: ['bucketName', 'prefix', 'namespace', 'credentials', 'syncFrequency', 'syncStartAt'],
    secrets: ['credentials'],
  }),
  defineDestination({
    name: 'AZURE_DATALAKE',
    displayName: 'Azure Data Lake',
    category: 'warehouse',
    variables: [
      'containerName',
      'prefix',
      'namespace',
      'accountName',
      'accountKey',
      'useSASTokens',
      'sasToken',
      'syncFrequency',
      'syncStartAt',
    ],
    secrets: ['accountKey', 'sasToken'],
    fields: { useSASTokens: FLAG },
  }),
];

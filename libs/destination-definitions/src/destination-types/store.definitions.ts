import { FLAG, NUMBER, oneOf, PAIRS } from '../definition/config-field.js';
import { defineDestination } from '../definition/define-destination.js';

/** Spreadsheets, key-value caches and object stores. Users are found by `userId` alone. */
export const STORE_DEFINITIONS = [
  defineDestination({
    name: 'GOOGLESHEETS',
    displayName: 'Google Sheets',
    category: 'spreadsheet',
    variables: ['credentials', 'sheetId', 'sheetName', 'eventKeyMap'],
    secrets: ['credentials'],
    fields: { eventKeyMap: PAIRS },
    messageTypes: ['identify', 'track', 'page', 'screen'],
  }),
  defineDestination({
    name: 'REDIS',
    displayName: 'Redis',
    category: 'key-value-cache',
    provider: 'native',
    variables: [
      'address',
      'username',
      'password',
      'database',
      'tls',
      'caCertificate',
      'serverName',
      'prefix',
      'keyPattern',
    ],
    secrets: ['password'],
    fields: { database: NUMBER, tls: FLAG },
    messageTypes: ['identify'],
    deletion: {
      supported: true,
      identifiers: ['userId'],
      batchSize: 1000, // two pipelines
      requestsPerSecond: 10,
    },
  }),
  defineDestination({
    name: 'S3',
    displayName: 'Amazon S3',
    category: 'object-store',
    provider: 'native',
    variables: [
      'bucketName',
      'prefix',
      'region',
      'endpoint',
      'accessKeyID',
      'accessKey',
      'userIdField',
      'oldVersions',
    ],
    secrets: ['accessKey'],
    fields: { oldVersions: oneOf('report', 'delete') },
    deletion: {
      supported: true,
      identifiers: ['userId'],
      // One pass reads every object under the prefix, for all jobs that wait.
      batchSize: 1000,
      requestsPerSecond: 50,
    },
  }),
  defineDestination({
    name: 'AZURE_BLOB',
    displayName: 'Azure Blob Storage',
    category: 'object-store',
    variables: ['containerName', 'prefix', 'accountName', 'accountKey', 'useSASTokens', 'sasToken'],
    secrets: ['accountKey', 'sasToken'],
    fields: { useSASTokens: FLAG },
  }),
  defineDestination({
    name: 'DIGITAL_OCEAN_SPACES',
    displayName: 'DigitalOcean Spaces',
    category: 'object-store',
    variables: ['bucketName', 'prefix', 'endPoint', 'accessKeyID', 'accessKey'],
    secrets: ['accessKey'],
  }),
  defineDestination({
    name: 'GCS',
    displayName: 'Google Cloud Storage',
    category: 'object-store',
    variables: ['bucketName', 'prefix', 'credentials'],
    secrets: ['credentials'],
  }),
  defineDestination({
    name: 'MINIO',
    displayName: 'MinIO',
    category: 'object-store',
    variables: ['bucketName', 'prefix', 'endPoint', 'accessKeyID', 'secretAccessKey', 'useSSL'],
    secrets: ['secretAccessKey'],
    fields: { useSSL: FLAG },
  }),
];

import { defineDestination } from './define-destination.js';

/** Destinations that take requests of whatever shape the operator chose. */
export const WEBHOOK_DEFINITIONS = [
  defineDestination({
    name: 'WEBHOOK',
    displayName: 'Webhook',
    category: 'webhook',
    variables: ['webhookUrl', 'webhookMethod', 'headers', 'deletionUrl', 'deletionSecret'],
    secrets: ['headers.to', 'deletionSecret'],
    deletion: {
      supported: true,
      identifiers: ['userId'],
      // The receiver is somebody's own small service: 100 users make a body of about 10 KB, which
      // it can work off within the 10 s of a delivery, and a failed batch is cheap to repeat.
      batchSize: 100,
      requestsPerSecond: 10,
    },
  }),
  defineDestination({
    name: 'HTTP',
    displayName: 'HTTP Webhook',
    category: 'webhook',
    variables: [
      'apiUrl',
      'method',
      'format',
      'auth',
      'username',
      'password',
      'bearerToken',
      'apiKeyName',
      'apiKeyValue',
      'headers',
      'queryParams',
      'propertiesMapping',
      'isDefaultMapping',
      'pathParams',
      'xmlRootKey',
    ],
    secrets: ['password', 'bearerToken', 'apiKeyValue'],
  }),
];

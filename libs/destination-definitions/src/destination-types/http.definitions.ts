import { FLAG, NUMBER, oneOf, PAIRS } from '../definition/config-field.js';
import { defineDestination } from '../definition/define-destination.js';

const OTHER_METHODS = ['GET', 'PUT', 'PATCH', 'DELETE'];

/**
 * Destinations with a plain HTTP API: one request for an event, in the shape that the operator chose. The
 * requests are made in `libs/destinations/src/native`, by the function that `native-transform.ts` has for
 * the type's name.
 */
export const HTTP_DEFINITIONS = [
  defineDestination({
    name: 'WEBHOOK',
    displayName: 'Webhook',
    category: 'webhook',
    provider: 'native',
    // `header` is what older dashboards stored. It is read where there are no `headers`.
    variables: [
      'webhookUrl',
      'webhookMethod',
      'headers',
      'header',
      'deletionUrl',
      'deletionSecret',
    ],
    secrets: ['webhookUrl', 'headers.to', 'header.to', 'deletionUrl', 'deletionSecret'],
    fields: {
      webhookMethod: oneOf('POST', ...OTHER_METHODS),
      headers: PAIRS,
      header: { ...PAIRS, replacedBy: 'headers' },
    },
    deletion: {
      supported: true,
      identifiers: ['userId'],
      // The receiver is somebody's own small service: 100 users make a body of about 20 KB, below
      // what the smallest usual limit of servers is (100 KiB); it can work them off within the 10 s
      // of a call, and a failed batch is cheap to repeat.
      batchSize: 100,
      // One call at a time, so its own pace is the limit; who wants fewer answers 429.
      requestsPerSecond: 100,
      acceptedDays: 30,
    },
  }),
  defineDestination({
    name: 'HTTP',
    displayName: 'HTTP Webhook',
    category: 'webhook',
    provider: 'native',
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
      'isBatchingEnabled',
      'maxBatchSize',
    ],
    secrets: [
      'apiUrl',
      'password',
      'bearerToken',
      'apiKeyValue',
      'headers.from',
      'queryParams.from',
    ],
    fields: {
      method: oneOf('POST', ...OTHER_METHODS),
      format: oneOf('JSON', 'XML', 'FORM'),
      auth: oneOf('noAuth', 'basicAuth', 'bearerTokenAuth', 'apiKeyAuth'),
      headers: PAIRS,
      queryParams: PAIRS,
      propertiesMapping: PAIRS,
      isDefaultMapping: FLAG,
      pathParams: {
        type: 'array',
        items: { type: 'object', members: { path: { type: 'string' } } },
      },
      xmlRootKey: { type: 'string', default: 'root' },
      isBatchingEnabled: FLAG,
      maxBatchSize: NUMBER,
    },
  }),
];

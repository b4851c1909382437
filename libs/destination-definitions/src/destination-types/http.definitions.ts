import { FLAG, NUMBER, oneOf, PAIRS } from '../definition/config-field.js';
import { defineDestination } from '../definition/define-destination.js';

const OTHER_METHODS = ['GET', 'PUT', 'PATCH', 'DELETE'];

/**
 * Types that send one configurable HTTP request for each event. `native-transform.ts` in
 * `libs/destinations/src/native` maps the name of a type to the function that makes the request.
 */
export const HTTP_DEFINITIONS = [
  defineDestination({
    name: 'WEBHOOK',
    displayName: 'Webhook',
    category: 'webhook',
    provider: 'native',
    // Older dashboards stored `header`, which applies only if `headers` is absent.
    variables: [
      'webhookUrl',
      'webhookMethod',
      'headers',
      'header',
      'deletionUrl',
      'deletionSecret',
      'verificationUrl',
    ],
    secrets: [
      'webhookUrl',
      'headers.to',
      'header.to',
      'deletionUrl',
      'deletionSecret',
      'verificationUrl',
    ],
    fields: {
      webhookMethod: oneOf('POST', ...OTHER_METHODS),
      headers: PAIRS,
      header: { ...PAIRS, replacedBy: 'headers' },
    },
    deletion: {
      supported: true,
      identifiers: ['userId'],
      // The receiver can be a small service. A body with 100 users has about 20 KB, which is less
      // than 100 KiB, the smallest usual limit of servers. A receiver can delete 100 users within
      // the 10 s of a call, and a failed call is cheap to repeat.
      batchSize: 100,
      // Calls are sequential, so the speed of the receiver limits their rate. A receiver that
      // wants fewer calls can answer with status 429.
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

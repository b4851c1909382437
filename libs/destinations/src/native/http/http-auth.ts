import type { JsonObject } from '@lethe/contracts';
import { textAt } from '../../json-values.js';
import { TransformError } from '../../transform-error.js';

/**
 * Returns the header that authenticates the request.
 *
 * @throws TransformError with the name of the missing credential
 */
export function authHeader(config: JsonObject): readonly [name: string, value: string] | undefined {
  switch (config.auth ?? 'noAuth') {
    case '':
    case 'noAuth':
      return undefined;
    case 'basicAuth': {
      // Some services expect a key as the user name, and an empty password.
      const password = config.password === '' ? '' : required(config, 'password');
      const pair = Buffer.from(`${required(config, 'username')}:${password}`);
      return ['Authorization', `Basic ${pair.toString('base64')}`];
    }
    case 'bearerTokenAuth':
      return ['Authorization', `Bearer ${required(config, 'bearerToken')}`];
    case 'apiKeyAuth':
      return [required(config, 'apiKeyName'), required(config, 'apiKeyValue')];
    default:
      throw new TransformError(
        'auth must be one of noAuth, basicAuth, bearerTokenAuth, apiKeyAuth',
      );
  }
}

function required(config: JsonObject, name: string): string {
  const value = textAt(config, name);
  if (value === undefined) {
    throw new TransformError(`${name} is missing: auth ${String(config.auth)} needs it`);
  }
  return value;
}

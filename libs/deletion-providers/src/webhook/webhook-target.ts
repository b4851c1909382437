import { webhookKeys } from '@lethe/destination-definitions';
import type { DeletionInput } from '@lethe/destinations';
import { misconfigured } from '../shared/deletion-problem.js';
import { readExactText, readText, refuseUnsound, requireText } from '../shared/read-config.js';

/** Where a webhook's users are deleted. */
export interface WebhookTarget {
  readonly url: URL;
  /** None: calls are not signed. */
  readonly keys: readonly Buffer[];
}

/** @throws DeletionProblem naming the variable that is missing or wrong */
export function webhookTarget(config: DeletionInput['config']): WebhookTarget {
  const secret = readText(config, 'deletionSecret') && readExactText(config, 'deletionSecret');
  const keys = secret === undefined ? [] : webhookKeys(secret);
  // The prefix may be all of the secret, which is hidden wherever it stands: it is not said here.
  if (keys === undefined) {
    throw misconfigured('What follows the prefix of deletionSecret is not base64.');
  }
  refuseUnsound('WEBHOOK', config);
  return { url: new URL(requireText(config, 'deletionUrl')), keys };
}

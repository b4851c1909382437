import { webhookKeys } from '@lethe/destination-definitions';
import type { DeletionInput } from '@lethe/destinations';
import { misconfigured } from '../shared/deletion-problem.js';
import {
  readExactText,
  readText,
  rejectInvalidConfig,
  requireText,
} from '../shared/read-config.js';

/** URL and keys of a deletion webhook. */
export interface WebhookTarget {
  readonly url: URL;
  /** Keys that sign the calls. Without a key, calls are not signed. */
  readonly keys: readonly Buffer[];
}

/** @throws DeletionProblem that names the missing or invalid variable */
export function webhookTarget(config: DeletionInput['config']): WebhookTarget {
  const secret = readText(config, 'deletionSecret') && readExactText(config, 'deletionSecret');
  const keys = secret === undefined ? [] : webhookKeys(secret);
  // The message does not quote the prefix, because the prefix can be the whole secret.
  if (keys === undefined) {
    throw misconfigured(
      'deletionSecret must be base64 after its prefix. Correct it in the configuration of the destination, then retry.',
    );
  }
  rejectInvalidConfig('WEBHOOK', config);
  return { url: new URL(requireText(config, 'deletionUrl')), keys };
}

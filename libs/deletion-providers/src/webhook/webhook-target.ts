import { webhookKeys } from '@lethe/destination-definitions';
import { DELETION, VERIFICATION, type DeletionInput, type TaskWords } from '@lethe/destinations';
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
  /** Name of the receiver in the reasons of outcomes. */
  readonly receiver: string;
  readonly task: TaskWords;
}

/** Names of the receivers in the reasons of outcomes. */
export const RECEIVER = 'The deletion URL';
export const RECEIVER_OF_VERIFICATIONS = 'The verification URL';

/** @throws DeletionProblem that names the missing or invalid variable */
export function webhookTarget(
  config: DeletionInput['config'],
  task: TaskWords = DELETION,
): WebhookTarget {
  const secret = readText(config, 'deletionSecret') && readExactText(config, 'deletionSecret');
  const keys = secret === undefined ? [] : webhookKeys(secret);
  // The message does not quote the prefix, because the prefix can be the whole secret.
  if (keys === undefined) {
    throw misconfigured(
      `deletionSecret must be base64 after its prefix. Correct it in the configuration of the destination, then ${task.repeat}.`,
    );
  }
  rejectInvalidConfig('WEBHOOK', config);
  return { url: new URL(requireText(config, 'deletionUrl')), keys, receiver: RECEIVER, task };
}

/**
 * @returns undefined if the receiver takes no verifications, because it has no `verificationUrl`
 * @throws DeletionProblem that names the missing or invalid variable
 */
export function verificationTarget(config: DeletionInput['config']): WebhookTarget | undefined {
  const url = readText(config, 'verificationUrl');
  return url === undefined
    ? undefined
    : {
        ...webhookTarget(config, VERIFICATION),
        ...{ url: new URL(url), receiver: RECEIVER_OF_VERIFICATIONS },
      };
}

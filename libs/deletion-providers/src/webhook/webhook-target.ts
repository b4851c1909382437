import { httpUrlProblem, webhookKeys } from '@lethe/destination-definitions';
import { outcomes, type DeletionInput, type Judgement } from '@lethe/destinations';

/** Where a webhook's users are deleted. */
export interface WebhookTarget {
  readonly url: URL;
  /** None: calls are not signed. */
  readonly keys: readonly Buffer[];
}

/** @returns the target of a configuration, or what is wrong with it */
export function webhookTarget(config: DeletionInput['config']): WebhookTarget | Judgement {
  const { deletionUrl, deletionSecret } = config;
  const url = typeof deletionUrl === 'string' ? deletionUrl.trim() : '';
  const problem = httpUrlProblem(url);
  if (problem !== undefined) return mistake(`deletionUrl ${problem}`);
  const secret = typeof deletionSecret === 'string' ? deletionSecret : '';
  const keys = secret.trim() === '' ? [] : webhookKeys(secret);
  if (keys === undefined) {
    return mistake('What follows the prefix of deletionSecret is not base64');
  }
  return { url: new URL(url), keys };
}

function mistake(what: string): Judgement {
  return outcomes.aborted(
    'configuration',
    `${what}. Correct the destination's configuration, then retry.`,
  );
}

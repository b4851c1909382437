import type { DeletionProvider } from '@lethe/destinations';
import { createEgress } from '@lethe/egress';
import { toOutcome, toVerification } from '../shared/to-outcome.js';
import { followDeletion } from './follow-deletion.js';
import { orderDeletion } from './order-deletion.js';
import { verifyUsers } from './verify-users.js';
import { webhookTarget } from './webhook-target.js';

/**
 * Deletes users with a signed POST to `deletionUrl`. The receiver deletes the users at once, or
 * accepts the deletion request and Lethe polls the status of the deletion.
 * docs/deletion/webhooks.md lists the meaning of each answer.
 *
 * @param options.allow non-public addresses that Lethe can call, in the form that
 *   `parseEgressAllow` reads
 */
export function createWebhookDeletion({
  allow,
}: {
  readonly allow: readonly string[];
}): DeletionProvider {
  const egress = createEgress({ allow });
  return {
    delete: (input) =>
      toOutcome(input.signal, () => {
        const target = webhookTarget(input.config);
        return input.accepted === undefined
          ? orderDeletion(input, target, egress)
          : followDeletion(input, input.accepted, target, egress);
      }),
    verify: (input) => toVerification(input, () => verifyUsers(input, egress)),
    close: () => egress.close(),
  };
}

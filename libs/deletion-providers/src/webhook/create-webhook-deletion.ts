import type { DeletionProvider } from '@lethe/destinations';
import { createEgress } from '@lethe/egress';
import { toOutcome } from '../shared/to-outcome.js';
import { followDeletion } from './follow-deletion.js';
import { orderDeletion } from './order-deletion.js';
import { webhookTarget } from './webhook-target.js';

/**
 * Deletes by a signed POST to the configuration's `deletionUrl`. The receiver does it at once, or accepts
 * it and is asked later. docs/deletion/webhooks.md has what each of its answers means.
 *
 * @param options.allow exceptions from what may be called, as `parseEgressAllow` reads them
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
    close: () => egress.close(),
  };
}

import { DATA_PLANES, DELETION_SECRET, TOKENS, WORKSPACES } from '../../support/workspaces.js';
import { WEBHOOK_SECRET } from '../../support/deletion-orders.js';
import type { Entry } from '../history.js';
import { ACTIVE, emailOf } from './people.js';

/**
 * What a run used that no span may say: people, what callers made up (names of operations, which are identifiers, idempotency keys and
 * names of events), ids in the paths of requests, secrets, and where destinations are.
 *
 * @param addresses of destinations, `host:port`
 */
export function hiddenTexts(
  history: readonly Entry[],
  addresses: readonly string[],
): readonly string[] {
  const planes = Object.values(DATA_PLANES);
  const texts = new Set([
    ...addresses,
    ...[...Object.values(TOKENS), ...planes, DELETION_SECRET, WEBHOOK_SECRET],
    ...planes.map((secret) => Buffer.from(`${secret}:`).toString('base64')),
    ...WORKSPACES.flatMap(({ tokens, sources }) => [
      ...tokens.map(({ email }) => email),
      ...sources.map(({ writeKey }) => writeKey),
    ]),
    ...ACTIVE.flatMap((userId) => [userId, emailOf(userId)]),
  ]);
  for (const entry of history) {
    if (entry.type === 'ended' && entry.outcome.kind === 'acknowledged') {
      for (const id of entry.outcome.ids ?? []) texts.add(id);
    }
    if (entry.type !== 'invoked') continue;
    texts.add(entry.op);
    if (entry.request.name !== 'create') continue;
    for (const userId of entry.request.userIds) texts.add(userId).add(emailOf(userId));
  }
  return [...texts];
}

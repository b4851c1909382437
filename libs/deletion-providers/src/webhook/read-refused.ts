import {
  quotedReason,
  textOfAnswer,
  type DeletionUser,
  type RefusedUser,
} from '@lethe/destinations';
import type { IncomingAnswer } from '@lethe/egress';
import { asObject, jsonOf } from '@lethe/contracts';
import { grouped } from '../shared/grouped.js';

/** The users whom an answer refuses; `unreadable` where it may refuse some, and does not say whom. */
export type Refusals = readonly RefusedUser[] | 'unreadable';

/**
 * Reads `{"refused": [{"userId" or "regulationId": …, "reason": …}]}`. An answer that is no JSON, or has
 * no such member, refuses nobody; one that begins as JSON does and is cut or broken may refuse somebody.
 *
 * @param answer of the receiver
 * @param users of the call
 */
export function readRefused(
  answer: Pick<IncomingAnswer, 'body' | 'truncated' | 'headers'>,
  users: readonly DeletionUser[],
): Refusals {
  const { body, truncated, headers } = answer;
  if (body[0] === undefined) return [];
  const text = textOfAnswer(answer);
  const parsed = jsonOf(text);
  if (truncated || parsed === undefined) {
    // "OK" says nothing about users, whatever its type: some servers call each answer JSON.
    const isJson = /[/+]json\b/i.test(headers['content-type'] ?? '') || /^\s*\[/.test(text);
    const isCutList = truncated && isJson;
    return isCutList || /^\s*\{|"refused"/.test(text) ? 'unreadable' : [];
  }
  const refused = asObject(parsed).refused;
  if (refused === undefined || refused === null) return [];
  if (!Array.isArray(refused) || refused.length > users.length) return 'unreadable';
  const byUserId = grouped<DeletionUser, unknown>(users, ({ identifiers }) => identifiers.userId);
  const byRegulation = grouped<DeletionUser, unknown>(users, ({ regulationId }) => regulationId);
  const found = new Map<string, string>();
  for (const element of refused as unknown[]) {
    const { userId, regulationId, reason } = (element ?? {}) as Readonly<Record<string, unknown>>;
    // Not by a walk over all users for each: an answer may name as many as were sent.
    const named =
      regulationId === undefined ? byUserId.get(userId) : byRegulation.get(regulationId);
    if (named === undefined) return 'unreadable';
    const why = quotedReason(reason);
    for (const user of named) {
      found.set(
        user.regulationId,
        why === undefined
          ? 'The receiver refuses the user, and does not say why.'
          : `The receiver refuses the user: ${why}`,
      );
    }
  }
  return [...found].map(([regulationId, reason]) => ({ regulationId, reason }));
}

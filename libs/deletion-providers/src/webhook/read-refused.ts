import {
  quotedReason,
  textOfAnswer,
  type DeletionUser,
  type RefusedUser,
} from '@lethe/destinations';
import type { IncomingAnswer } from '@lethe/egress';
import { asObject, jsonOf } from '@lethe/contracts';
import { grouped } from '../shared/grouped.js';

/** HTTP error statuses of answers that can list refused users. */
export const CONTENT = new Set([400, 422]);

/**
 * The refused users; `unreadable` if the answer possibly refuses users without identifying them.
 */
export type Refusals = readonly RefusedUser[] | 'unreadable';

/**
 * Reads `{"refused": [{"userId" or "regulationId": …, "reason": …}]}`. An answer refuses no user if
 * it has no member `refused`, or if it is plain text. An answer that cannot be parsed is
 * `unreadable` if it looks like JSON or contains `"refused"`, because it can refuse users.
 *
 * @param users users of the call
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
    // The text "OK" refuses no user. Some servers label all answers as JSON, including this text.
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
    // Uses maps, because an answer can name all users of the call, and a search for each user would
    // be slow.
    const named =
      regulationId === undefined ? byUserId.get(userId) : byRegulation.get(regulationId);
    if (named === undefined) return 'unreadable';
    const why = quotedReason(reason);
    for (const user of named) {
      found.set(
        user.regulationId,
        why === undefined
          ? 'The receiver refuses the user and gives no reason.'
          : `The receiver refuses the user: ${why}`,
      );
    }
  }
  return [...found].map(([regulationId, reason]) => ({ regulationId, reason }));
}

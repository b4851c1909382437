import { VERIFICATION_STATE_WORDS } from '@lethe/contracts/state-words';
import type { Deletion } from '../../api/regulations.js';
import type { Tone } from '../../ui/tone.js';
import type { Fact } from './fact.js';
import { recordOf } from './record-of.js';
import { TEXTS } from './texts.js';

type Verification = NonNullable<Deletion['verification']>;

const { deletionFacts: texts } = TEXTS;

const TONES: Readonly<Record<Verification['status'], Tone>> = {
  ...{ pending: 'neutral', running: 'info', failed: 'warning' },
  ...{ absent: 'success', found: 'danger', cannot_be_checked: 'warning' },
};

/** Returns what the destination answered after the deletion, or when it will be asked. */
export function factsOfVerification({ verification }: Pick<Deletion, 'verification'>): Fact[] {
  if (verification === undefined) return [];
  const { status, dueAt, checkedAt, nextAttemptAt, found, reason, createdBy } = verification;
  const details = [
    ...(found === undefined ? [] : [texts.foundOfUser(found)]),
    reason ?? recordOf(verification),
  ].filter((detail) => detail !== undefined);
  const isWaiting = status === 'pending' || status === 'failed';
  return [
    {
      ...{ key: 'verification', title: VERIFICATION_STATE_WORDS[status].words },
      ...{ tone: TONES[status], isAhead: isWaiting },
      ...(status !== 'running' && { at: checkedAt ?? nextAttemptAt ?? dueAt }),
      ...(details.length > 0 && { detail: details.join('. ') }),
      ...(createdBy !== undefined && { by: createdBy }),
    },
  ];
}

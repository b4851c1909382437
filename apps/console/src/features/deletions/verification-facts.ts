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

const NEXT: Fact = {
  ...{ key: 'next check', title: texts.nextCheck, tone: 'neutral', isAhead: true, isDated: true },
};

/**
 * Returns what the destination answered after the deletion, or when it will be asked. After an
 * answer, also when it will be asked once more.
 *
 * @param foundWords describes how much was found
 */
export function factsOfVerification(
  { verification }: Pick<Deletion, 'verification'>,
  foundWords: (count: number) => string = texts.foundOfUser,
): Fact[] {
  if (verification === undefined) return [];
  const { status, dueAt, checkedAt, nextAttemptAt, nextCheckAt, found } = verification;
  const { reason, createdBy } = verification;
  const details = [
    ...(found === undefined ? [] : [foundWords(found)]),
    reason ?? recordOf(verification),
  ].filter((detail) => detail !== undefined);
  const isWaiting = status === 'pending' || status === 'failed';
  return [
    {
      ...{ key: 'verification', title: VERIFICATION_STATE_WORDS[status].words },
      ...{ tone: TONES[status], isAhead: isWaiting, isDated: isWaiting },
      ...(status !== 'running' && { at: checkedAt ?? nextAttemptAt ?? dueAt }),
      ...(details.length > 0 && { detail: details.join('. ') }),
      ...(createdBy !== undefined && { by: createdBy }),
    },
    ...(nextCheckAt === undefined ? [] : [{ ...NEXT, at: nextCheckAt }]),
  ];
}

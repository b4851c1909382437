import {
  CONDITION_WORDS,
  DELETION_STATE_WORDS,
  QUEUE_WORDS,
  REGULATION_STATUS_WORDS,
} from '@lethe/contracts/state-words';
import type { ReactNode } from 'react';
import { cx } from './class-names.js';
import { STATE_TONES, type Tone } from './tone.js';
import styles from './badge.module.css';

export type { Tone };

export function Badge({
  tone = 'neutral',
  dot = false,
  children,
}: {
  readonly tone?: Tone;
  readonly dot?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <span className={cx(styles.badge, styles[tone])}>
      {dot && <span className={styles.dot} aria-hidden />}
      {children}
    </span>
  );
}

const STATE_WORDS = { ...REGULATION_STATUS_WORDS, ...DELETION_STATE_WORDS, ...CONDITION_WORDS };

/** What is said of other states, and how they look: of tokens, destinations, test cases. */
const STATES: Readonly<Record<string, readonly [label: string, tone: Tone]>> = {
  suppressed: ['Suppressed', 'info'],
  not_suppressed: ['Not suppressed', 'neutral'],
  passed: ['Passed', 'success'],
  error: ['Error', 'danger'],
  paused: [QUEUE_WORDS.pausedAt.words, 'warning'],
  connected: ['Connected', 'success'],
  expired: ['Expired', 'neutral'],
  revoked: ['Revoked', 'neutral'],
  enabled: ['Enabled', 'success'],
  disabled: ['Disabled', 'neutral'],
  ready: ['Ready', 'success'],
  not_ready: ['Not ready', 'danger'],
  up: ['Up', 'success'],
  down: ['Down', 'danger'],
};

/** A state of the API as a badge: `<StatusBadge status={regulation.status} />`. One that is not known is shown as it is. */
export function StatusBadge({ status }: { readonly status: string }) {
  const [label, tone] = badgeOf(status);
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  );
}

function badgeOf(status: string): readonly [label: string, tone: Tone] {
  if (isWorded(status)) return [STATE_WORDS[status].words, STATE_TONES[status]];
  return STATES[status] ?? [status.replaceAll('_', ' '), 'neutral'];
}

function isWorded(status: string): status is keyof typeof STATE_WORDS {
  return Object.hasOwn(STATE_WORDS, status);
}

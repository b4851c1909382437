import {
  CONDITION_WORDS,
  DELETION_STATE_WORDS,
  QUEUE_WORDS,
  REGULATION_STATUS_WORDS,
} from '@lethe/contracts/state-words';
import type { ReactNode } from 'react';
import { cx } from './class-names.js';
import { termPage } from '../lib/guides.js';
import { HelpLink } from './help-link.js';
import { TEXTS } from './texts.js';
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

/** Words and colours of other states, such as states of tokens, destinations and test cases. */
const STATES: Readonly<Record<string, readonly [label: string, tone: Tone]>> = {
  suppressed: [TEXTS.badge.suppressed, 'info'],
  not_suppressed: [TEXTS.badge.notSuppressed, 'neutral'],
  passed: [TEXTS.badge.passed, 'success'],
  error: [TEXTS.badge.error, 'danger'],
  paused: [QUEUE_WORDS.pausedAt.words, 'warning'],
  connected: [TEXTS.badge.connected, 'success'],
  expired: [TEXTS.badge.expired, 'neutral'],
  revoked: [TEXTS.badge.revoked, 'neutral'],
  enabled: [TEXTS.badge.enabled, 'success'],
  disabled: [TEXTS.badge.disabled, 'neutral'],
  ready: [TEXTS.badge.ready, 'success'],
  not_ready: [TEXTS.badge.notReady, 'danger'],
  up: [TEXTS.badge.up, 'success'],
  down: [TEXTS.badge.down, 'danger'],
};

/**
 * Shows a state of the API as a badge, for example `<StatusBadge status={regulation.status} />`.
 * Shows the API name of an unknown state.
 */
export function StatusBadge({
  status,
  explained = false,
}: {
  readonly status: string;
  /**
   * True to add a link to the explanation of the state. Rows of tables have no space for this link.
   */
  readonly explained?: boolean;
}) {
  const [label, tone] = badgeOf(status);
  return (
    <>
      <Badge tone={tone} dot>
        {label}
      </Badge>
      {explained && <HelpLink page={termPage(label)} about={label} />}
    </>
  );
}

function badgeOf(status: string): readonly [label: string, tone: Tone] {
  if (isWorded(status)) return [STATE_WORDS[status].words, STATE_TONES[status]];
  return STATES[status] ?? [status.replaceAll('_', ' '), 'neutral'];
}

function isWorded(status: string): status is keyof typeof STATE_WORDS {
  return Object.hasOwn(STATE_WORDS, status);
}

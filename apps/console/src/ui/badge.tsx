import type { ReactNode } from 'react';
import { cx } from './class-names.js';
import type { Tone } from '../lib/tone.js';
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

/** What is said of a state, and how it looks. States of regulations, deletions, tokens, destinations. */
const STATES: Readonly<Record<string, readonly [label: string, tone: Tone]>> = {
  active: ['Active', 'success'],
  canceled: ['Canceled', 'neutral'],
  suppressed: ['Suppressed', 'info'],
  deleting: ['Deleting', 'info'],
  deleted: ['Deleted', 'success'],
  partially_deleted: ['Partially deleted', 'warning'],
  deletion_failed: ['Deletion failed', 'danger'],
  pending: ['Waiting', 'neutral'],
  running: ['Running', 'info'],
  complete: ['Complete', 'success'],
  completed: ['Complete', 'success'],
  failed: ['Failed', 'danger'],
  passed: ['Passed', 'success'],
  error: ['Error', 'danger'],
  aborted: ['Aborted', 'danger'],
  paused: ['Paused', 'warning'],
  held: ['Held', 'warning'],
  connected: ['Connected', 'success'],
  overdue: ['Overdue', 'danger'],
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
  const [label, tone] = STATES[status] ?? [status.replaceAll('_', ' '), 'neutral'];
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  );
}

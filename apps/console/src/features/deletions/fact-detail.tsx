import type { ReactNode } from 'react';
import type { Fact } from './fact.js';
import { formatNumber } from '../../lib/format-time.js';
import { Time, shared } from '../../ui/index.js';
import styles from './deletions.module.css';
import { TEXTS } from './texts.js';

const { factDetail: texts } = TEXTS;

/** Shows reason, repetitions, worker and next attempt of a fact. */
export function FactDetail({ fact: { detail, repeated, by, nextAt } }: { readonly fact: Fact }) {
  const more: readonly (ReactNode | undefined)[] = [
    repeated && (
      <>
        {texts.timesSince(formatNumber(repeated.times))} <Time value={repeated.since} />
      </>
    ),
    by && texts.by(by),
    nextAt && (
      <>
        {texts.nextAttempt} <Time value={nextAt} mayBeAhead />
      </>
    ),
  ];
  const parts = more.filter((part) => part !== undefined);
  if (detail === undefined && parts.length === 0) return undefined;
  return (
    <span className={shared.said}>
      <bdi>{detail}</bdi>
      {parts.map((part, n) => (
        <span key={n} className={styles.more}>
          {(n > 0 || detail !== undefined) && ' · '}
          {part}
        </span>
      ))}
    </span>
  );
}

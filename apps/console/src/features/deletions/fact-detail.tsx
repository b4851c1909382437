import type { ReactNode } from 'react';
import type { Fact } from './fact.js';
import { formatNumber } from '../../lib/format-time.js';
import { Time, shared } from '../../ui/index.js';
import styles from './deletions.module.css';

/** What is told of a fact beside its title and its time: why, how often, by whom, and when the next was to come. */
export function FactDetail({ fact: { detail, repeated, by, nextAt } }: { readonly fact: Fact }) {
  const more: readonly (ReactNode | undefined)[] = [
    repeated && (
      <>
        {formatNumber(repeated.times)} times since <Time value={repeated.since} />
      </>
    ),
    by && `by ${by}`,
    nextAt && (
      <>
        tried again from <Time value={nextAt} mayBeAhead />
      </>
    ),
  ];
  const said = more.filter((part) => part !== undefined);
  if (detail === undefined && said.length === 0) return undefined;
  return (
    <span className={shared.said}>
      {detail}
      {said.map((part, n) => (
        <span key={n} className={styles.more}>
          {(n > 0 || detail !== undefined) && ' · '}
          {part}
        </span>
      ))}
    </span>
  );
}

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { TEXTS } from './texts.js';

/** Shown instead of an empty list. It explains the list and offers a first step. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <span className={styles.emptyIcon}>
        <Icon aria-hidden />
      </span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{children}</p>
      {action !== undefined && <div className={styles.actions}>{action}</div>}
    </div>
  );
}

/** A placeholder during loading, with the expected number of lines. */
export function Skeleton({
  lines = 3,
  height,
}: {
  readonly lines?: number;
  readonly height?: number;
}) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{TEXTS.skeleton.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span
          key={index}
          aria-hidden
          className={styles.line}
          style={{ height: height ?? 14, width: `${[96, 82, 90, 70][index % 4] ?? 90}%` }}
        />
      ))}
    </div>
  );
}

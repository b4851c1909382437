import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** A place where nothing is yet: what it is for, and what to do first. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
  /** Buttons. */
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

/** Stands where something will be: as many lines as are expected. */
export function Skeleton({
  lines = 3,
  height,
}: {
  readonly lines?: number;
  readonly height?: number;
}) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Loading</span>
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

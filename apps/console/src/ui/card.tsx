import type { ReactNode } from 'react';
import styles from './card.module.css';

export function Card({
  title,
  actions,
  children,
}: {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.card}>
      {title !== undefined && (
        <header className={styles.header}>
          <h2>{title}</h2>
          {actions}
        </header>
      )}
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** Shows names and values. Skips entries without a value. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value], n) =>
        value === undefined || value === null || value === false ? null : (
          <div key={`${n} ${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

export function Toolbar({
  children,
  label,
}: {
  readonly children: ReactNode;
  readonly label: string;
}) {
  return (
    <div className={styles.toolbar} role="group" aria-label={label}>
      {children}
    </div>
  );
}

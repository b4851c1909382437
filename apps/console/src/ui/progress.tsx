import styles from './progress.module.css';

export function Progress({
  label,
  value,
  max,
}: {
  readonly label: string;
  readonly value: number;
  readonly max: number;
}) {
  return (
    <progress className={styles.progress} aria-label={label} value={value} max={Math.max(1, max)} />
  );
}

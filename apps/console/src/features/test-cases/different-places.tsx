import { Button, shared } from '../../ui/index.js';
import type { TestCaseResult } from '../../api/tests.js';
import styles from './test-cases.module.css';

/** Those that have a line of their own: whoever has more to ignore expects something else. */
const MOST = 10;

/** Where something came out else, each with a button that has it not compared any more. */
export function DifferentPlaces({
  diff,
  isPending,
  onIgnore,
}: {
  readonly diff: NonNullable<TestCaseResult['diff']>;
  readonly isPending: boolean;
  readonly onIgnore: (path: string) => void;
}) {
  // What is different as a whole cannot be ignored as a whole.
  const paths = diff.map(({ path }) => path).filter((path) => path !== '');
  if (paths.length === 0) return null;
  return (
    <ul className={styles.places}>
      {paths.slice(0, MOST).map((path) => (
        <li key={path} className={shared.row}>
          <code className={styles.name}>{path}</code>
          <Button
            size="s"
            variant="ghost"
            disabled={isPending}
            aria-label={`Ignore this path: ${path}`}
            onClick={() => onIgnore(path)}
          >
            Ignore this path
          </Button>
        </li>
      ))}
    </ul>
  );
}

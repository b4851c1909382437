import { JsonView, shared } from '../../ui/index.js';
import type { TestCase } from '../../api/tests.js';
import styles from './test-cases.module.css';

/** The event of a test case, and what is expected of it. */
export function CaseContent({
  event,
  expected,
  ignore = [],
}: Pick<TestCase, 'event' | 'expected'> & Partial<Pick<TestCase, 'ignore'>>) {
  return (
    <div className={styles.columns}>
      <div>
        <h3 className={styles.heading}>Event</h3>
        <JsonView label="The event" value={event} />
      </div>
      <div>
        <h3 className={styles.heading}>Expected</h3>
        {expected.length === 0 ? (
          <p className={shared.quiet}>Nothing: the event has to be dropped.</p>
        ) : (
          <JsonView label="What is expected" value={expected} />
        )}
        {ignore.length > 0 && (
          <p className={shared.quiet}>
            Not compared: <code className={styles.name}>{ignore.join(', ')}</code>
          </p>
        )}
      </div>
    </div>
  );
}

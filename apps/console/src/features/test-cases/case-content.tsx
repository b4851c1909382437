import { JsonView, shared } from '../../ui/index.js';
import type { TestCase } from '../../api/tests.js';
import styles from './test-cases.module.css';
import { TEXTS } from './texts.js';

const { caseContent: texts } = TEXTS;

/** Shows the event of a test case and its expected result. */
export function CaseContent({
  event,
  expected,
  ignore = [],
}: Pick<TestCase, 'event' | 'expected'> & Partial<Pick<TestCase, 'ignore'>>) {
  return (
    <div className={styles.columns}>
      <div>
        <h3 className={styles.heading}>{texts.event}</h3>
        <JsonView label={texts.eventOfCase} value={event} />
      </div>
      <div>
        <h3 className={styles.heading}>{texts.expected}</h3>
        {expected.length === 0 ? (
          <p className={shared.quiet}>{texts.dropped}</p>
        ) : (
          <JsonView label={texts.expectedOutput} value={expected} />
        )}
        {ignore.length > 0 && (
          <p className={shared.quiet}>
            {texts.notCompared} <code className={styles.name}>{ignore.join(', ')}</code>
          </p>
        )}
      </div>
    </div>
  );
}

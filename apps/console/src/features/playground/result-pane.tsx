import { useState } from 'react';
import { Badge, ErrorState, Select, Skeleton, shared } from '../../ui/index.js';
import type { Destination } from '../../api/catalog.js';
import type { useTestRun } from './use-test-run.js';
import { EventResult, type ResultView } from './event-result.js';
import { TEXTS } from './texts.js';
import styles from './workbench.module.css';

const { resultPane: texts } = TEXTS;

export function ResultPane({
  test: { result, error, isRunning, isCurrent },
  hasEventProblem,
  destination,
  isAutomatic,
}: {
  readonly test: ReturnType<typeof useTestRun>;
  readonly hasEventProblem: boolean;
  readonly destination: Destination | undefined;
  readonly isAutomatic: boolean;
}) {
  const [look, setLook] = useState<ResultView>('diff');
  return (
    <section className={styles.pane} aria-label={texts.title}>
      <header className={styles.head}>
        <h2>{texts.title}</h2>
        <span className={styles.state} role="status">
          {isRunning
            ? texts.running
            : result !== undefined && !isCurrent && !isAutomatic
              ? texts.old
              : ''}
        </span>
        <Select<ResultView>
          label={texts.show}
          hideLabel
          size="s"
          value={look}
          onChange={setLook}
          options={[
            { value: 'diff', label: texts.diff },
            { value: 'whole', label: texts.whole },
          ]}
        />
      </header>
      <div className={styles.results} aria-busy={isRunning}>
        {error !== null ? (
          <ErrorState compact error={error} />
        ) : result === undefined ? (
          hasEventProblem ? (
            <p className={shared.quiet}>{texts.eventIsWrong}</p>
          ) : isAutomatic || isRunning ? (
            <Skeleton lines={6} />
          ) : (
            <p className={shared.quiet}>{texts.pressRun}</p>
          )
        ) : (
          <>
            {hasEventProblem && <Badge tone="warning">{texts.ofLastEvent}</Badge>}
            {result.answer.results.map((one, index, { length }) => (
              <EventResult
                key={index}
                title={length === 1 ? undefined : texts.eventOf(index + 1, length)}
                event={result.of.events[index] ?? {}}
                result={one}
                destination={result.of.destinationId === destination?.id ? destination : undefined}
                look={look}
              />
            ))}
          </>
        )}
      </div>
    </section>
  );
}

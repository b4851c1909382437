import { useState } from 'react';
import { Badge, ErrorState, Select, Skeleton, shared } from '../../ui/index.js';
import type { Destination } from '../../api/catalog.js';
import type { useTestRun } from './use-test-run.js';
import { EventResult, type Look } from './event-result.js';
import styles from './workbench.module.css';

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
  const [look, setLook] = useState<Look>('diff');
  return (
    <section className={styles.pane} aria-label="Result">
      <header className={styles.head}>
        <h2>Result</h2>
        <span className={styles.state} role="status">
          {isRunning
            ? 'Running…'
            : result !== undefined && !isCurrent && !isAutomatic
              ? 'Of an older run'
              : ''}
        </span>
        <Select<Look>
          label="Show"
          hideLabel
          size="s"
          value={look}
          onChange={setLook}
          options={[
            { value: 'diff', label: 'What changed' },
            { value: 'whole', label: 'The whole' },
          ]}
        />
      </header>
      <div className={styles.results} aria-busy={isRunning}>
        {error !== null ? (
          <ErrorState compact error={error} />
        ) : result === undefined ? (
          hasEventProblem ? (
            <p className={shared.quiet}>The event is not complete yet.</p>
          ) : isAutomatic || isRunning ? (
            <Skeleton lines={6} />
          ) : (
            <p className={shared.quiet}>Press Run to see what comes of the event.</p>
          )
        ) : (
          <>
            {hasEventProblem && <Badge tone="warning">Of the last event that was complete</Badge>}
            {result.answer.results.map((one, index, { length }) => (
              <EventResult
                key={index}
                title={length === 1 ? undefined : `Event ${index + 1} of ${length}`}
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

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useMay } from '../../api/session.js';
import { allDestinationsQuery } from '../../api/catalog.js';
import { useTestRun } from './use-test-run.js';
import type { TestRunInput } from '../../api/tests.js';
import { parseEvents } from '../../lib/parse-events.js';
import { useIsWide } from './use-is-wide.js';
import { CodeEditor, Select, Tabs, type LineDiagnostic, shared } from '../../ui/index.js';
import { callsFetch } from './calls-fetch.js';
import { diagnosticsOf } from './diagnostics-of.js';
import { EVENT_TYPES, presetOf, presetText, type EventType } from './event-presets.js';
import { ResultPane } from './result-pane.js';
import { WorkbenchBar } from './workbench-bar.js';
import type { WorkbenchProps } from './workbench-props.js';
import styles from './workbench.module.css';

/** Three columns of 280 px and what is between them. */
const WIDE_PX = 880;
const PANES = [
  { value: 'event', label: 'Event' },
  { value: 'code', label: 'Code' },
  { value: 'result', label: 'Result' },
] as const;
const EVENT_KEY = ['playground', 'event'];

/** An event, the code, and what comes of it stage by stage. */
export function Workbench(props: WorkbenchProps) {
  const { code, onCodeChange, readOnly = false, onSave, destinationId } = props;
  const may = useMay();
  const frame = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(frame, WIDE_PX);
  const [pane, setPane] = useState<(typeof PANES)[number]['value']>('code');
  const [eventText, setEventText] = useEventText();
  const [chosenAutomatic, setAutomatic] = useState<boolean>();
  // Who may write the catalog sends what code fetches; for others it fails.
  const isAutomatic = chosenAutomatic ?? !(may('catalog:write') && callsFetch(code));
  const { data: destinations } = useQuery(allDestinationsQuery);
  const destination = destinations?.find(({ id }) => id === destinationId);

  const parsed = useMemo(() => parseEvents(eventText), [eventText]);
  const eventProblems = useMemo<LineDiagnostic[]>(
    () => ('problem' in parsed ? [parsed.problem] : []),
    [parsed],
  );
  const input = useMemo<TestRunInput | undefined>(
    () =>
      'problem' in parsed
        ? undefined
        : {
            code,
            events: [...parsed.events],
            ...(destinationId !== undefined && { destinationId }),
          },
    [code, parsed, destinationId],
  );
  const test = useTestRun(may('tests:run') ? input : undefined, isAutomatic);
  const shown = test.error === null ? test.result : undefined;
  const codeProblems = useMemo(() => diagnosticsOf(shown?.answer), [shown]);

  const editors = { onRun: test.run, height: '100%', ...(onSave !== undefined && { onSave }) };
  const panes = {
    event: (
      <section className={styles.pane} aria-label="Event">
        <header className={styles.head}>
          <h2>Event</h2>
          <Select<EventType | ''>
            label="Example"
            hideLabel
            size="s"
            value={presetOf(eventText) ?? ''}
            onChange={(type) => {
              if (type !== '') setEventText(presetText(type));
            }}
            options={[
              { value: '', label: 'Your own' },
              ...EVENT_TYPES.map((type) => ({ value: type, label: type })),
            ]}
          />
        </header>
        <div className={styles.editor}>
          <CodeEditor
            label="Event, as JSON"
            language="json"
            value={eventText}
            onChange={setEventText}
            diagnostics={eventProblems}
            {...editors}
          />
        </div>
        {eventProblems.map(({ line, message }) => (
          <p key={message} role="alert" className={shared.problem}>
            Line {line}: {message}
          </p>
        ))}
      </section>
    ),
    code: (
      <section className={styles.pane} aria-label="Code">
        <header className={styles.head}>
          <h2>Code</h2>
          {readOnly && (
            <span className={shared.quiet}>Read only: try changes in the playground</span>
          )}
        </header>
        <div className={styles.editor}>
          <CodeEditor
            label="Code of the transformation"
            language="javascript"
            value={code}
            onChange={onCodeChange}
            readOnly={readOnly}
            diagnostics={codeProblems}
            {...editors}
          />
        </div>
      </section>
    ),
    result: (
      <ResultPane
        test={test}
        hasEventProblem={eventProblems.length > 0}
        destination={destination}
        isAutomatic={isAutomatic}
      />
    ),
  };

  return (
    <div ref={frame} className={styles.frame}>
      <WorkbenchBar
        {...props}
        destinations={destinations ?? []}
        destination={destination}
        input={input}
        test={test}
        isAutomatic={isAutomatic}
        onAutomaticChange={setAutomatic}
        isPausedForFetch={chosenAutomatic === undefined && !isAutomatic}
      />
      {!may('tests:run') ? (
        <div className={styles.single}>{panes.code}</div>
      ) : isWide ? (
        <div className={styles.columns}>
          {panes.event}
          {panes.code}
          {panes.result}
        </div>
      ) : (
        <Tabs label="Event, code and result" value={pane} onChange={setPane} tabs={PANES}>
          {PANES.map(({ value }) => (
            <div key={value} hidden={value !== pane} className={styles.single}>
              {panes[value]}
            </div>
          ))}
        </Tabs>
      )}
      <p className={styles.hint} hidden={readOnly && !may('tests:run')}>
        In an editor Tab indents: Escape, then Tab leaves it. <kbd>Ctrl Enter</kbd> runs
        {onSave !== undefined && !readOnly && (
          <>
            , <kbd>Ctrl S</kbd> saves
          </>
        )}
        . Nothing is stored of events that you try here, but for test cases that you save.
      </p>
    </div>
  );
}

/** The event stays while one goes from page to page: in memory, and until somebody signs out. */
function useEventText() {
  const queries = useQueryClient();
  const [text, setText] = useState(
    () => queries.getQueryData<string>(EVENT_KEY) ?? presetText('track'),
  );
  const set = (next: string) => {
    queries.setQueryDefaults(EVENT_KEY, { gcTime: Infinity });
    queries.setQueryData(EVENT_KEY, next);
    setText(next);
  };
  return [text, set] as const;
}

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
import { TEXTS } from './texts.js';
import { WorkbenchBar } from './workbench-bar.js';
import type { WorkbenchProps } from './workbench-props.js';
import styles from './workbench.module.css';

/** Width of three columns of 280 px and two gaps. */
const WIDE_PX = 880;
const { workbench: texts } = TEXTS;
const PANES = [
  { value: 'event', label: texts.panes.event },
  { value: 'code', label: texts.panes.code },
  { value: 'result', label: texts.panes.result },
] as const;
const EVENT_KEY = ['playground', 'event'];

/** Shows an event, the code, and the result of each stage. */
export function Workbench(props: WorkbenchProps) {
  const { code, onCodeChange, readOnly = false, onSave, destinationId } = props;
  const may = useMay();
  const frame = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(frame, WIDE_PX);
  const [pane, setPane] = useState<(typeof PANES)[number]['value']>('code');
  const [eventText, setEventText] = useEventText();
  const [chosenAutomatic, setAutomatic] = useState<boolean>();
  // With `catalog:write`, `fetch` sends real requests, so by default the code does not run
  // automatically. Without this permission, `fetch` fails.
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
      <section className={styles.pane} aria-label={texts.panes.event}>
        <header className={styles.head}>
          <h2>{texts.panes.event}</h2>
          <Select<EventType | ''>
            label={texts.example}
            hideLabel
            size="s"
            value={presetOf(eventText) ?? ''}
            onChange={(type) => {
              if (type !== '') setEventText(presetText(type));
            }}
            options={[
              { value: '', label: texts.ownEvent },
              ...EVENT_TYPES.map((type) => ({ value: type, label: type })),
            ]}
          />
        </header>
        <div className={styles.editor}>
          <CodeEditor
            label={texts.eventAsJson}
            language="json"
            value={eventText}
            onChange={setEventText}
            diagnostics={eventProblems}
            {...editors}
          />
        </div>
        {eventProblems.map(({ line, message }) => (
          <p key={message} role="alert" className={shared.problem}>
            {texts.problem(line, message)}
          </p>
        ))}
      </section>
    ),
    code: (
      <section className={styles.pane} aria-label={texts.panes.code}>
        <header className={styles.head}>
          <h2>{texts.panes.code}</h2>
          {readOnly && <span className={shared.quiet}>{texts.readOnly}</span>}
        </header>
        <div className={styles.editor}>
          <CodeEditor
            label={texts.code}
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
        <Tabs label={texts.allPanes} value={pane} onChange={setPane} tabs={PANES}>
          {PANES.map(({ value }) => (
            <div key={value} hidden={value !== pane} className={styles.single}>
              {panes[value]}
            </div>
          ))}
        </Tabs>
      )}
      <p className={styles.hint} hidden={readOnly && !may('tests:run')}>
        {texts.tab}
        <kbd>Ctrl Enter</kbd>
        {texts.runs}
        {onSave !== undefined && !readOnly && (
          <>
            , <kbd>Ctrl S</kbd>
            {texts.saves}
          </>
        )}
        {texts.notStored}
      </p>
    </div>
  );
}

/** Returns the text of the event. The text stays in memory until the user signs out. */
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

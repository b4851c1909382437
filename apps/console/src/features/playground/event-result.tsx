import { ArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { pretty } from '../../lib/parse-events.js';
import { placeText } from '../../lib/place-text.js';
import { Badge, Diff, JsonView, Mono, shared } from '../../ui/index.js';
import type { Destination } from '../../api/catalog.js';
import type { TestRun } from '../../api/tests.js';
import { payloadOf, requestsOf } from './delivery-requests.js';
import { TEXTS } from './texts.js';
import styles from './workbench.module.css';

const { eventResult: texts } = TEXTS;

export type ResultView = 'diff' | 'whole';

type Result = TestRun['results'][number];

/** Shows the output of each stage for one event. */
export function EventResult({
  title,
  event,
  result: { output, dropped, logs, error, ms },
  destination,
  look,
}: {
  readonly title: string | undefined;
  readonly event: unknown;
  readonly result: Result;
  readonly destination: Destination | undefined;
  readonly look: ResultView;
}) {
  return (
    <article className={styles.result}>
      {title !== undefined && <h3>{title}</h3>}
      <Stage
        title={texts.transformation}
        badge={
          error !== undefined ? (
            <Badge tone="danger">{texts.failed}</Badge>
          ) : dropped ? (
            <Badge tone="warning">{texts.dropped}</Badge>
          ) : output.length > 1 ? (
            <Badge tone="info">{texts.events(output.length)}</Badge>
          ) : undefined
        }
        note={texts.milliseconds(ms < 10 ? ms.toFixed(1) : String(Math.round(ms)))}
      >
        {error !== undefined && (
          <p role="alert" className={shared.problem}>
            {placeText(error)}
            {error.message}
          </p>
        )}
        {dropped && <p className={shared.quiet}>{texts.returnedNothing}</p>}
        {output.map((one, index) => (
          <Compared
            key={index}
            label={output.length === 1 ? texts.transformed : texts.transformedOf(index + 1)}
            before={event}
            after={one.event ?? event}
            look={look}
          />
        ))}
        {logs.length > 0 && (
          <ol className={styles.logs} aria-label={texts.log}>
            {logs.map((log, index) => (
              <li key={index}>
                <span className={styles.place}>
                  {log.library !== undefined && `${log.library}:`}
                  {log.line ?? '·'}
                </span>
                {log.text}
              </li>
            ))}
          </ol>
        )}
      </Stage>
      {destination !== undefined &&
        output.map((one, index) => (
          <Requests
            key={index}
            title={
              output.length === 1 ? destination.name : texts.requestsOf(destination.name, index + 1)
            }
            output={one}
            before={one.event ?? event}
            look={look}
          />
        ))}
    </article>
  );
}

function Requests({
  title,
  output,
  before,
  look,
}: {
  readonly title: string;
  readonly output: Result['output'][number];
  readonly before: unknown;
  readonly look: ResultView;
}) {
  const requests = requestsOf(output.requests);
  if (requests === undefined) return null;
  if (typeof requests === 'string') {
    return (
      <Stage title={title} badge={<Badge tone="danger">{texts.failed}</Badge>}>
        <p role="alert" className={shared.problem}>
          {requests}
        </p>
      </Stage>
    );
  }
  return (
    <Stage
      title={title}
      badge={<Badge tone="info">{texts.requests(requests.length)}</Badge>}
      note={texts.notSent}
    >
      {requests.map((request, index) => (
        <div key={index} className={styles.request}>
          <p>
            <Badge>{request.method}</Badge> <Mono>{request.endpoint}</Mono>
          </p>
          <Compared
            label={texts.request(index + 1)}
            before={before}
            after={look === 'diff' ? payloadOf(request) : request.whole}
            look={look}
            same={texts.isTheEvent}
          />
        </div>
      ))}
    </Stage>
  );
}

function Stage({
  title,
  badge,
  note,
  children,
}: {
  readonly title: string;
  readonly badge?: ReactNode;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.stage} aria-label={title}>
      <header>
        <ArrowDown aria-hidden />
        <h3>{title}</h3>
        {badge}
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </header>
      {children}
    </section>
  );
}

function Compared({
  label,
  before,
  after,
  look,
  same = texts.unchanged,
}: {
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly look: ResultView;
  /** Returns the text for an event that was not changed. */
  readonly same?: (label: string) => string;
}) {
  if (look === 'whole') return <JsonView label={label} value={after} />;
  const both = { before: pretty(before), after: pretty(after) };
  return both.before === both.after ? (
    <p className={shared.quiet}>{same(label)}</p>
  ) : (
    <Diff label={label} language="json" {...both} />
  );
}

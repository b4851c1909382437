import { ArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { pretty } from '../../lib/parse-events.js';
import { placeText } from '../../lib/place-text.js';
import { Badge, Diff, JsonView, Mono, shared } from '../../ui/index.js';
import type { Destination } from '../../api/catalog.js';
import type { TestRun } from '../../api/tests.js';
import { payloadOf, requestsOf } from './delivery-requests.js';
import styles from './workbench.module.css';

export type Look = 'diff' | 'whole';

type Result = TestRun['results'][number];

/** What each stage made of one event. */
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
  readonly look: Look;
}) {
  return (
    <article className={styles.result}>
      {title !== undefined && <h3>{title}</h3>}
      <Stage
        title="Transformation"
        badge={
          error !== undefined ? (
            <Badge tone="danger">Failed</Badge>
          ) : dropped ? (
            <Badge tone="warning">Dropped</Badge>
          ) : output.length > 1 ? (
            <Badge tone="info">{output.length} events</Badge>
          ) : undefined
        }
        note={`${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`}
      >
        {error !== undefined && (
          <p role="alert" className={shared.problem}>
            {placeText(error)}
            {error.message}
          </p>
        )}
        {dropped && <p className={shared.quiet}>It returned nothing, so nothing goes on.</p>}
        {output.map((one, index) => (
          <Compared
            key={index}
            label={output.length === 1 ? 'Event after it' : `Event ${index + 1} after it`}
            before={event}
            after={one.event ?? event}
            look={look}
          />
        ))}
        {logs.length > 0 && (
          <ol className={styles.logs} aria-label="Log">
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
              output.length === 1 ? destination.name : `${destination.name}, event ${index + 1}`
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
  readonly look: Look;
}) {
  const requests = requestsOf(output.requests);
  if (requests === undefined) return null;
  if (typeof requests === 'string') {
    return (
      <Stage title={title} badge={<Badge tone="danger">Failed</Badge>}>
        <p role="alert" className={shared.problem}>
          {requests}
        </p>
      </Stage>
    );
  }
  return (
    <Stage
      title={title}
      badge={
        <Badge tone="info">
          {requests.length === 1 ? '1 request' : `${requests.length} requests`}
        </Badge>
      }
      note="not sent"
    >
      {requests.map((request, index) => (
        <div key={index} className={styles.request}>
          <p>
            <Badge>{request.method}</Badge> <Mono>{request.endpoint}</Mono>
          </p>
          <Compared
            label={`Request ${index + 1}`}
            before={before}
            after={look === 'diff' ? payloadOf(request) : request.whole}
            look={look}
            same="the event as it is"
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
  same = 'unchanged',
}: {
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly look: Look;
  /** What is said where nothing changed. */
  readonly same?: string;
}) {
  if (look === 'whole') return <JsonView label={label} value={after} />;
  const texts = { before: pretty(before), after: pretty(after) };
  return texts.before === texts.after ? (
    <p className={shared.quiet}>
      {label}: {same}.
    </p>
  ) : (
    <Diff label={label} language="json" {...texts} />
  );
}

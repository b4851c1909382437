import type { Schemas } from '../../api/client.js';
import type { TestAnswer } from '../../api/tests.js';
import { requestsOf } from '../../features/playground/delivery-requests.js';
import { Badge, JsonView, Mono, shared } from '../../ui/index.js';
import styles from './destinations.module.css';

type Data = Schemas['TestResultDataDto'];

/** What each stage made of the event. Answers of destinations are shown as text, never as a page. */
export function TestResult({ answer }: { readonly answer: TestAnswer }) {
  if (!('data' in answer)) return <p className={shared.wrong}>{answer.error}</p>;
  if (answer.data.length === 0) {
    return <p className={shared.quiet}>The transformation drops this event: nothing is sent.</p>;
  }
  return (
    <section aria-label="Result" aria-live="polite" className={styles.result}>
      {answer.data.map((data, index) => (
        // Aligned with the events that came out of the transformation; they have no names.
        <OneEvent key={index} data={data} />
      ))}
    </section>
  );
}

function OneEvent({ data }: { readonly data: Data }) {
  const { user_transformed_payload: transformed, user_transformation_logs: logs = [] } = data;
  const requests = requestsOf(data.dest_transformed_payload) ?? [];
  const error = transformed?.error;
  return (
    <>
      {transformed !== undefined && !isNotConnected(error) && (
        <>
          <h3>After the transformation</h3>
          <JsonView value={transformed} label="After the transformation" />
        </>
      )}
      {logs.length > 0 && (
        <pre className={styles.logs} tabIndex={0} aria-label="Logs of the transformation">
          {logs.join('\n')}
        </pre>
      )}
      {typeof requests === 'string' ? (
        <p className={shared.wrong}>{requests}</p>
      ) : requests.length === 0 ? (
        <p className={shared.quiet}>No request is made of this event.</p>
      ) : (
        requests.map(({ method, endpoint, whole }, index) => (
          <div key={index} className={styles.request}>
            <h3>
              {method} <Mono>{endpoint}</Mono>
            </h3>
            <JsonView value={whole} label={`Request ${index + 1}`} />
            <Delivery data={data} index={index} />
          </div>
        ))
      )}
    </>
  );
}

function Delivery({ data, index }: { readonly data: Data; readonly index: number }) {
  const { destination_response: responses, destination_response_status: statuses = [] } = data;
  if (responses === undefined) return null;
  if (!Array.isArray(responses)) return <p className={shared.wrong}>{responses.error}</p>;
  const status = statuses[index];
  return (
    <>
      <h3>
        Its answer{' '}
        {status === undefined ? null : status === 0 ? (
          <Badge tone="danger">None</Badge>
        ) : (
          <Badge tone={status < 400 ? 'success' : 'danger'}>{status}</Badge>
        )}
      </h3>
      <JsonView value={responses[index]} label={`Answer ${index + 1}`} />
    </>
  );
}

/** That there is no transformation is no failure. */
function isNotConnected(error: unknown): boolean {
  return error === 'Transformation VersionID not found';
}

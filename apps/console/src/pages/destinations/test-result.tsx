import type { Schemas } from '../../api/client.js';
import type { TestAnswer } from '../../api/tests.js';
import { requestsOf } from '../../features/playground/delivery-requests.js';
import { Badge, JsonView, Mono, shared } from '../../ui/index.js';
import styles from './destinations.module.css';
import { TEXTS } from './texts.js';

const { testResult: texts } = TEXTS;

type Data = Schemas['TestResultDataDto'];

/** Shows the output of each stage. Shows responses of destinations as text, and never as HTML. */
export function TestResult({ answer }: { readonly answer: TestAnswer }) {
  if (!('data' in answer)) return <p className={shared.wrong}>{answer.error}</p>;
  if (answer.data.length === 0) {
    return <p className={shared.quiet}>{texts.dropped}</p>;
  }
  return (
    <section aria-label={texts.label} aria-live="polite" className={styles.result}>
      {answer.data.map((data, index) => (
        // The index is the key, because transformed events have no ids.
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
          <h3>{texts.transformed}</h3>
          <JsonView value={transformed} label={texts.transformed} />
        </>
      )}
      {logs.length > 0 && (
        <pre className={styles.logs} tabIndex={0} aria-label={texts.logs}>
          {logs.join('\n')}
        </pre>
      )}
      {typeof requests === 'string' ? (
        <p className={shared.wrong}>{requests}</p>
      ) : requests.length === 0 ? (
        <p className={shared.quiet}>{texts.noRequest}</p>
      ) : (
        requests.map(({ method, endpoint, whole }, index) => (
          <div key={index} className={styles.request}>
            <h3>
              {method} <Mono>{endpoint}</Mono>
            </h3>
            <JsonView value={whole} label={texts.request(index + 1)} />
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
        {texts.answer}{' '}
        {status === undefined ? null : status === 0 ? (
          <Badge tone="danger">{texts.none}</Badge>
        ) : (
          <Badge tone={status < 400 ? 'success' : 'danger'}>{status}</Badge>
        )}
      </h3>
      <JsonView value={responses[index]} label={texts.answerOf(index + 1)} />
    </>
  );
}

/**
 * Returns true if the error only means that no transformation is connected. The page does not show
 * this error.
 */
function isNotConnected(error: unknown): boolean {
  return error === 'Transformation VersionID not found';
}

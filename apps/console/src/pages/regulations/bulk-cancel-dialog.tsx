import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useRegulations } from '../../api/regulations.js';
import { ReasonField } from '../../features/regulations/regulation-fields.js';
import { Button, Dialog, messageOf, Mono, Progress, shared, type Opening } from '../../ui/index.js';
import { retryLater } from './retry-later.js';
import { runEach } from './run-each.js';
import { TEXTS } from './texts.js';

const { bulkCancelDialog: texts } = TEXTS;

/**
 * Maximum number of parallel requests. The number is low, so that other requests are not delayed.
 */
const AT_ONCE = 4;
const MOST_SHOWN = 50;

interface Run {
  readonly total: number;
  readonly done: number;
  readonly failed: ReadonlyMap<string, unknown>;
  readonly isRunning: boolean;
  readonly isStopped: boolean;
}

/** Cancels each chosen regulation with its own request, and shows the errors. */
export function BulkCancelDialog({
  ids,
  open,
  onOpenChange,
  onCanceled,
}: Opening & {
  readonly ids: ReadonlySet<string>;
  /** Called for each canceled regulation. */
  readonly onCanceled: (id: string) => void;
}) {
  const regulations = useRegulations();
  const [reason, setReason] = useState('');
  const [run, setRun] = useState<Run>();
  const stopping = useRef<AbortController>(undefined);
  const start = async () => {
    const stop = (stopping.current = new AbortController());
    setRun({ total: ids.size, done: 0, failed: new Map(), isRunning: true, isStopped: false });
    await regulations.cancelEach(async (cancel) => {
      await runEach([...ids], (id) => retryLater(() => cancel(id, reason)), {
        atOnce: AT_ONCE,
        signal: stop.signal,
        onDone: (id, error) => {
          if (error === undefined) onCanceled(id);
          setRun(
            (before) =>
              before && {
                ...before,
                done: before.done + 1,
                failed: error === undefined ? before.failed : new Map(before.failed).set(id, error),
              },
          );
        },
      });
      setRun((before) => before && { ...before, isRunning: false, isStopped: stop.signal.aborted });
    });
  };
  const close = () => {
    if (run?.isRunning === true) return;
    setRun(undefined);
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={run === undefined ? texts.question(ids.size) : texts.running}
      footer={
        run?.isRunning === true ? (
          <Button
            onClick={() => {
              stopping.current?.abort();
            }}
          >
            {texts.stop}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{run === undefined ? texts.dismiss : texts.close}</Button>
            {(run === undefined || ids.size > 0) && (
              <Button variant="danger" onClick={() => void start()}>
                {run === undefined ? texts.confirm : texts.tryAgain(ids.size)}
              </Button>
            )}
          </>
        )
      }
    >
      {run === undefined ? (
        <>
          <ul className={shared.list}>
            <li>{texts.consequences.events}</li>
            <li>{texts.consequences.waiting}</li>
            <li>{texts.consequences.deleted}</li>
            <li>{texts.consequences.final}</li>
          </ul>
          <ReasonField value={reason} onChange={setReason} />
        </>
      ) : (
        <Outcome run={run} />
      )}
    </Dialog>
  );
}

function Outcome({ run: { total, done, failed, isRunning, isStopped } }: { readonly run: Run }) {
  return (
    <>
      <Progress label={texts.progress} value={done} max={total} />
      <p role="status">
        {isRunning ? texts.done(done, total) : texts.canceled(done - failed.size)}
        {isStopped && texts.stopped(total - done)}
        {failed.size > 0 && texts.failed(failed.size)}
      </p>
      {failed.size > 0 && (
        <ul className={shared.list}>
          {[...failed].slice(0, MOST_SHOWN).map(([id, error]) => (
            <li key={id}>
              <Link to="/regulations/$id" params={{ id }}>
                <Mono>{id}</Mono>
              </Link>
              {texts.error(messageOf(error))}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

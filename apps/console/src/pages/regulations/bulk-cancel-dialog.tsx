import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useRegulations } from '../../api/regulations.js';
import { ReasonField } from '../../features/regulations/regulation-fields.js';
import { countOf } from '../../lib/count-of.js';
import { Button, Dialog, messageOf, Mono, Progress, shared, type Opening } from '../../ui/index.js';
import { retryLater } from './retry-later.js';
import { runEach } from './run-each.js';

/** Each is a request of its own: a few at once leave room for what else asks. */
const AT_ONCE = 4;
/** Errors that are shown; of thousands the first say why. */
const MOST_SHOWN = 50;

interface Run {
  readonly total: number;
  readonly done: number;
  readonly failed: ReadonlyMap<string, unknown>;
  readonly isRunning: boolean;
  readonly isStopped: boolean;
}

/** Cancels the regulations that were chosen, one by one, and says of each that was not why. */
export function BulkCancelDialog({
  ids,
  open,
  onOpenChange,
  onCanceled,
}: Opening & {
  readonly ids: ReadonlySet<string>;
  /** Called with each that is canceled. */
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
      title={
        run === undefined ? `Cancel ${countOf(ids.size, 'regulation')}?` : 'Canceling regulations'
      }
      footer={
        run?.isRunning === true ? (
          <Button
            onClick={() => {
              stopping.current?.abort();
            }}
          >
            Stop
          </Button>
        ) : (
          <>
            <Button onClick={close}>{run === undefined ? 'Keep them' : 'Close'}</Button>
            {(run === undefined || ids.size > 0) && (
              <Button variant="danger" onClick={() => void start()}>
                {run === undefined ? 'Cancel them' : `Try ${countOf(ids.size, 'other')} again`}
              </Button>
            )}
          </>
        )
      }
    >
      {run === undefined ? (
        <>
          <ul className={shared.list}>
            <li>
              New events of these users are taken again, where no other regulation suppresses them.
            </li>
            <li>
              Deletions that wait are not carried out. What a worker has in hand may be deleted
              still.
            </li>
            <li>What is deleted stays deleted.</li>
            <li>
              Canceled regulations do not come back. Those that are canceled already stay as they
              are.
            </li>
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
      <Progress label="Canceled" value={done} max={total} />
      <p role="status">
        {isRunning
          ? `${done} of ${countOf(total, 'regulation')}`
          : `${countOf(done - failed.size, 'regulation')} canceled`}
        {isStopped && `, stopped before the other ${total - done}`}
        {failed.size > 0 && `, ${failed.size} not`}
      </p>
      {failed.size > 0 && (
        <ul className={shared.list}>
          {[...failed].slice(0, MOST_SHOWN).map(([id, error]) => (
            <li key={id}>
              <Link to="/regulations/$id" params={{ id }}>
                <Mono>{id}</Mono>
              </Link>
              : {messageOf(error)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

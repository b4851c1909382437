import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useDestinationName } from '../../api/names.js';
import { isHandedOver } from '../../features/deletions/deletion-facts.js';
import { ConfirmDialog, TextField, toast } from '../../ui/index.js';
import styles from './regulation.module.css';

type Regulation = Schemas['RegulationDetailDto'];

/** Cancels one regulation, having said what that does to it as it stands. */
export function CancelDialog({
  regulation,
  open,
  onOpenChange,
}: {
  readonly regulation: Regulation;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const queries = useQueryClient();
  const nameOf = useDestinationName();
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Cancel this regulation?"
      consequence={
        <ul className={styles.list}>
          {whatCancelDoes(regulation, nameOf).map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      }
      confirmLabel="Cancel the regulation"
      dismissLabel="Keep it"
      danger
      onConfirm={async () => {
        const query = reason.trim() === '' ? {} : { reason: reason.trim() };
        const path = { id: regulation.id };
        await api.DELETE('/v2/regulations/{id}', { params: { path, query } });
        await Promise.all(
          ['regulations', 'overview', 'users', 'deletions'].map((key) =>
            queries.invalidateQueries({ queryKey: [key] }),
          ),
        );
        toast.success('Regulation canceled');
      }}
    >
      <CancelReason value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

export function CancelReason(props: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <TextField
      {...props}
      label="Reason"
      required={false}
      maxLength={500}
      hint="Who reads it later knows why. No identifiers: it is kept when they are forgotten."
    />
  );
}

function whatCancelDoes(regulation: Regulation, nameOf: (id: string) => string): string[] {
  const { regulationType, sourceIds, deletions = [] } = regulation;
  const at = (...states: readonly string[]) =>
    namesOf(deletions.filter((one) => !isHandedOver(one) && states.includes(one.status)));
  const namesOf = (some: typeof deletions) =>
    some.map(({ destinationId }) => nameOf(destinationId)).join(', ');
  const handedOver = namesOf(deletions.filter(isHandedOver));
  const waiting = at('pending', 'failed');
  const running = at('running');
  const complete = at('complete');
  return [
    ...(regulationType === 'delete'
      ? []
      : [
          `New events of this user are taken again at ${sourceIds === undefined ? 'all sources' : 'its sources'}, unless another regulation suppresses them.`,
        ]),
    ...(waiting === '' ? [] : [`Not deleted: ${waiting}.`]),
    ...(running === '' ? [] : [`In the hands of a worker, and may be deleted still: ${running}.`]),
    ...(handedOver === ''
      ? []
      : [`Has taken the order already, and deletes in spite of the cancel: ${handedOver}.`]),
    ...(complete === '' ? [] : [`Deleted already, and stays deleted: ${complete}.`]),
    'A canceled regulation does not come back. Create a new one instead.',
  ];
}

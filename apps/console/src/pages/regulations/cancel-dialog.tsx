import { useState } from 'react';
import { useDestinationName } from '../../api/catalog.js';
import { useRegulations, type Regulation } from '../../api/regulations.js';
import { isHandedOver } from '../../features/deletions/deletion-facts.js';
import { ReasonField } from '../../features/regulations/regulation-fields.js';
import { ConfirmDialog, shared, toast, type Opening } from '../../ui/index.js';

/** Cancels one regulation, having said what that does to it as it stands. */
export function CancelDialog({
  regulation,
  ...opening
}: Opening & { readonly regulation: Regulation }) {
  const regulations = useRegulations();
  const nameOf = useDestinationName();
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      {...opening}
      title="Cancel this regulation?"
      consequence={
        <ul className={shared.list}>
          {whatCancelDoes(regulation, nameOf).map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      }
      confirmLabel="Cancel the regulation"
      dismissLabel="Keep it"
      danger
      onConfirm={async () => {
        await regulations.cancel(regulation.id, reason);
        toast.success('Regulation canceled');
      }}
    >
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
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

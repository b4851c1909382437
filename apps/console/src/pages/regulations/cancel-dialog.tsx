import { useState } from 'react';
import { useDestinationName } from '../../api/catalog.js';
import { useRegulations, type Regulation } from '../../api/regulations.js';
import { isHandedOver } from '../../features/deletions/deletion-facts.js';
import { ReasonField } from '../../features/regulations/regulation-fields.js';
import { ConfirmDialog, toast, type Opening } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { cancelDialog: texts } = TEXTS;

/**
 * Shows the effects of a cancel in the current state of a regulation. Cancels the regulation after
 * confirmation.
 */
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
      title={texts.question}
      consequence={whatCancelDoes(regulation, nameOf)}
      confirmLabel={texts.confirm}
      dismissLabel={texts.dismiss}
      danger
      onConfirm={async () => {
        await regulations.cancel(regulation.id, reason);
        toast.success(texts.done);
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
      : [texts.events(sourceIds === undefined ? texts.allSources : texts.itsSources)]),
    ...(waiting === '' ? [] : [texts.waiting(waiting)]),
    ...(running === '' ? [] : [texts.running(running)]),
    ...(handedOver === '' ? [] : [texts.handedOver(handedOver)]),
    ...(complete === '' ? [] : [texts.complete(complete)]),
    texts.final,
  ];
}

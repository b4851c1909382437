import { defined } from '@lethe/contracts/json';
import { useState } from 'react';
import { useDeletions, type Job } from '../../api/deletions.js';
import { ConfirmDialog, TextField, toast, type Opening } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { exceptionDialog: texts } = TEXTS;

/** Closes a job that failed permanently, with the reason why it cannot be carried out. */
export function ExceptionDialog({
  job: { id, users },
  onDone,
  ...opening
}: Opening & { readonly job: Job; readonly onDone: () => void }) {
  const deletions = useDeletions();
  const [reason, setReason] = useState('');
  const [basis, setBasis] = useState('');
  return (
    <ConfirmDialog
      {...opening}
      title={texts.question}
      consequence={[texts.consequence(users), texts.final]}
      confirmLabel={texts.confirm}
      danger
      onConfirm={async () => {
        const given = { reason: reason.trim(), ...defined({ basis: basis.trim() || undefined }) };
        await deletions.except(id, given);
        toast.success(texts.done);
        onDone();
      }}
    >
      <TextField
        {...{ label: texts.reason, hint: texts.reasonHint, value: reason, onChange: setReason }}
        required
      />
      <TextField
        {...{ label: texts.basis, hint: texts.basisHint, value: basis, onChange: setBasis }}
      />
    </ConfirmDialog>
  );
}

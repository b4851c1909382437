import { useState } from 'react';
import { useRegulations, type Regulation } from '../../api/regulations.js';
import { formatDate } from '../../lib/format-time.js';
import { ConfirmDialog, TextField, toast, type Opening } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { extensionDialog: texts } = TEXTS;

/** Extends the deadline of a regulation once, as its law allows. */
export function ExtensionDialog({
  regulation: { id, law },
  dueAt,
  ...opening
}: Opening & { readonly regulation: Regulation; readonly dueAt: string }) {
  const regulations = useRegulations();
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      {...opening}
      title={texts.question}
      consequence={[
        texts.now(formatDate(new Date(dueAt))),
        ...(law === undefined ? [] : [texts.byLaw[law]]),
        texts.inform,
      ]}
      confirmLabel={texts.confirm}
      onConfirm={async () => {
        const extension = await regulations.extend(id, reason);
        toast.success(texts.done(formatDate(new Date(extension.dueAt))));
      }}
    >
      <TextField
        {...{ label: texts.reason, hint: texts.reasonHint, value: reason, onChange: setReason }}
        required
      />
    </ConfirmDialog>
  );
}

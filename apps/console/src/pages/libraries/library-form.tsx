import type { ReactNode } from 'react';
import { CodeEditor, ErrorState, Stack, TextField } from '../../ui/index.js';
import styles from '../transformations/transformation.module.css';
import { ApiError } from '../../api/api-error.js';

/** What a library is made of; the same for a new one. */
export function LibraryForm({
  name,
  onNameChange,
  code,
  onCodeChange,
  onSave,
  readOnly = false,
  error,
  children,
}: {
  readonly name: string;
  readonly onNameChange: (name: string) => void;
  readonly code: string;
  readonly onCodeChange: (code: string) => void;
  readonly onSave: () => void;
  readonly readOnly?: boolean;
  readonly error: unknown;
  readonly children?: ReactNode;
}) {
  const details = error instanceof ApiError ? error.details : {};
  return (
    <Stack>
      <div className={styles.name}>
        <TextField
          label="Name"
          mono
          value={name}
          onChange={onNameChange}
          readOnly={readOnly}
          placeholder="pii"
          hint="Transformations import it by this name."
          error={details.name}
        />
      </div>
      {error !== null && <ErrorState compact error={error} />}
      <CodeEditor
        label="Code of the library"
        language="javascript"
        value={code}
        onChange={onCodeChange}
        onSave={onSave}
        readOnly={readOnly}
        height="max(360px, calc(100dvh - 380px))"
      />
      <p className={styles.quiet}>
        In the editor Tab indents: Escape, then Tab leaves it. <kbd>Ctrl S</kbd> saves. Libraries
        have no versions: what is saved is what runs.
      </p>
      {children}
    </Stack>
  );
}

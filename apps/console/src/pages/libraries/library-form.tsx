import { detailsOf } from '../../api/api-error.js';
import type { SavedText } from '../../features/playground/use-saved-text.js';
import { CodeEditor, ErrorState, shared, Stack, TextField, type Crumb } from '../../ui/index.js';

export const CRUMBS: readonly Crumb[] = [
  { label: 'Transformations', to: '/transformations' },
  { label: 'Libraries', to: '/libraries' },
];

/** What a library is made of; the same for a new one. */
export function LibraryForm({
  text,
  readOnly = false,
}: {
  readonly text: Pick<SavedText, 'name' | 'setName' | 'code' | 'setCode' | 'save' | 'error'>;
  readonly readOnly?: boolean;
}) {
  return (
    <Stack>
      <div style={{ maxWidth: 420 }}>
        <TextField
          label="Name"
          mono
          value={text.name}
          onChange={text.setName}
          readOnly={readOnly}
          placeholder="pii"
          hint="Transformations import it by this name."
          error={detailsOf(text.error).name}
        />
      </div>
      {text.error !== null && <ErrorState compact error={text.error} />}
      <CodeEditor
        label="Code of the library"
        language="javascript"
        value={text.code}
        onChange={text.setCode}
        onSave={text.save}
        readOnly={readOnly}
        height="max(360px, calc(100dvh - 380px))"
      />
      <p className={shared.quiet}>
        In the editor Tab indents: Escape, then Tab leaves it. <kbd>Ctrl S</kbd> saves. Libraries
        have no versions: what is saved is what runs.
      </p>
    </Stack>
  );
}

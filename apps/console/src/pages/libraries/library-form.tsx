import { detailsOf } from '../../api/api-error.js';
import type { SavedText } from '../../features/playground/use-saved-text.js';
import { CodeEditor, ErrorState, shared, Stack, TextField, type Crumb } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { libraryForm: texts } = TEXTS;

export const CRUMBS: readonly Crumb[] = [
  { label: texts.transformations, to: '/transformations' },
  { label: texts.libraries, to: '/libraries' },
];

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
          label={texts.name}
          mono
          value={text.name}
          onChange={text.setName}
          readOnly={readOnly}
          placeholder={texts.exampleOfName}
          hint={texts.nameHint}
          error={detailsOf(text.error).name}
        />
      </div>
      {text.error !== null && <ErrorState compact error={text.error} />}
      <CodeEditor
        label={texts.code}
        language="javascript"
        value={text.code}
        onChange={text.setCode}
        onSave={text.save}
        readOnly={readOnly}
        height="max(360px, calc(100dvh - 380px))"
      />
      <p className={shared.quiet}>
        {texts.tab}
        <kbd>Ctrl S</kbd>
        {texts.saves}
      </p>
    </Stack>
  );
}

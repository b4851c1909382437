import {
  CodeEditor,
  Select,
  type CodeEditorProps,
  type LineDiagnostic,
  shared,
} from '../../ui/index.js';
import { EVENT_TYPES, presetOf, presetText, type EventType } from './event-presets.js';
import styles from './workbench.module.css';

export function EventPane({
  value,
  onChange,
  diagnostics,
  editors,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly diagnostics: readonly LineDiagnostic[];
  readonly editors: Pick<CodeEditorProps, 'onRun' | 'onSave' | 'height'>;
}) {
  return (
    <section className={styles.pane} aria-label="Event">
      <header className={styles.head}>
        <h2>Event</h2>
        <Select<EventType | ''>
          label="Example"
          hideLabel
          size="s"
          value={presetOf(value) ?? ''}
          onChange={(type) => {
            if (type !== '') onChange(presetText(type));
          }}
          options={[
            { value: '', label: 'Your own' },
            ...EVENT_TYPES.map((type) => ({ value: type, label: type })),
          ]}
        />
      </header>
      <div className={styles.editor}>
        <CodeEditor
          label="Event, as JSON"
          language="json"
          value={value}
          onChange={onChange}
          diagnostics={diagnostics}
          {...editors}
        />
      </div>
      {diagnostics.map(({ line, message }) => (
        <p key={message} role="alert" className={shared.problem}>
          Line {line}: {message}
        </p>
      ))}
    </section>
  );
}

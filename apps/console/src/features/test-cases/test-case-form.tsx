import { jsonOf } from '@lethe/contracts/json';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { detailsOf } from '../../api/api-error.js';
import { pretty } from '../../lib/parse-events.js';
import { CodeEditor, CreateDialog, TextField, shared } from '../../ui/index.js';
import type { TestCase } from '../../api/tests.js';
import styles from './test-cases.module.css';
import { TEXTS } from './texts.js';

const { testCaseForm: texts } = TEXTS;

/** The editable part of a test case. */
type WrittenCase = Pick<TestCase, 'name' | 'event' | 'ignore'> &
  Partial<Pick<TestCase, 'expected'>>;

/** Form for name, event, expected result and ignored paths. */
export function TestCaseForm({
  title,
  written,
  needsExpected,
  save: saveIt,
  onClose,
}: {
  readonly title: string;
  readonly written: WrittenCase;
  /** True if the expected result is required. */
  readonly needsExpected: boolean;
  /** @returns reason why the test case was not saved; undefined on success */
  readonly save: (written: WrittenCase) => Promise<string | undefined>;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(written.name);
  const [event, setEvent] = useState(() => pretty(written.event));
  const [expected, setExpected] = useState(() => pretty(written.expected));
  const [ignore, setIgnore] = useState(written.ignore.join('\n'));
  const parsed = { event: jsonOf(event), expected: jsonOf(expected) };
  const isLeftOut = !needsExpected && expected.trim() === '';
  const isSound =
    name.trim() !== '' &&
    parsed.event !== undefined &&
    (isLeftOut || parsed.expected !== undefined);
  const save = useMutation({
    mutationFn: () =>
      saveIt({
        ...{ name: name.trim(), ignore: pathsOf(ignore), event: parsed.event as TestCase['event'] },
        ...(!isLeftOut && { expected: parsed.expected as TestCase['expected'] }),
      }),
    onSuccess: (problem) => {
      if (problem === undefined) onClose();
    },
    gcTime: 0,
  });
  const details = detailsOf(save.error);
  const wrongPath = Object.entries(details).find(([path]) => path.startsWith('ignore'))?.[1];
  return (
    <CreateDialog
      title={title}
      size="l"
      label={texts.save}
      isComplete={isSound}
      making={save}
      onClose={onClose}
    >
      <TextField label={texts.name} value={name} onChange={setName} error={details.name} />
      <Json label={texts.event} value={event} onChange={setEvent} />
      <Json label={texts.expected} value={expected} onChange={setExpected} mayBeEmpty={isLeftOut} />
      <p className={shared.quiet}>
        {texts.outputs} <code>event</code>, <code>requests</code> {texts.orBoth} <code>[]</code>
        {texts.whereDropped}
        {!needsExpected && texts.mayBeEmpty}
      </p>
      <TextField
        label={texts.notCompared}
        hint={texts.notComparedHint}
        required={false}
        mono
        rows={3}
        value={ignore}
        onChange={setIgnore}
        error={wrongPath}
      />
      {save.data !== undefined && (
        <p role="alert" className={shared.problem}>
          {texts.notSaved(save.data)}
        </p>
      )}
    </CreateDialog>
  );
}

function Json({
  label,
  value,
  onChange,
  mayBeEmpty = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mayBeEmpty?: boolean;
}) {
  return (
    <div>
      <h3 className={styles.heading}>{label}</h3>
      <CodeEditor
        label={texts.asJson(label)}
        language="json"
        height="200px"
        value={value}
        onChange={onChange}
      />
      {!mayBeEmpty && jsonOf(value) === undefined && (
        <p role="alert" className={shared.problem}>
          {texts.noJson}
        </p>
      )}
    </div>
  );
}

function pathsOf(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

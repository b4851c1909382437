import { jsonOf } from '@lethe/contracts/json';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { detailsOf } from '../../api/api-error.js';
import { pretty } from '../../lib/parse-events.js';
import { CodeEditor, CreateDialog, TextField, shared } from '../../ui/index.js';
import type { TestCase } from '../../api/tests.js';
import styles from './test-cases.module.css';

/** What people write of a test case. */
type WrittenCase = Pick<TestCase, 'name' | 'event' | 'ignore'> &
  Partial<Pick<TestCase, 'expected'>>;

/** Name, event, what is expected of it, and what is not compared. */
export function TestCaseForm({
  title,
  written,
  needsExpected,
  save: saveIt,
  onClose,
}: {
  readonly title: string;
  /** As it is now. */
  readonly written: WrittenCase;
  /** Whether what is expected has to be written. */
  readonly needsExpected: boolean;
  /** @returns why it was not saved; undefined where it was */
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
      label="Save"
      isComplete={isSound}
      making={save}
      onClose={onClose}
    >
      <TextField label="Name" value={name} onChange={setName} error={details.name} />
      <Json label="Event" value={event} onChange={setEvent} />
      <Json label="Expected" value={expected} onChange={setExpected} mayBeEmpty={isLeftOut} />
      <p className={shared.quiet}>
        A list of what has to come out: <code>event</code>, <code>requests</code> or both.{' '}
        <code>[]</code> where the event has to be dropped
        {needsExpected ? '.' : '; nothing here: what comes out now.'}
      </p>
      <TextField
        label="Not compared"
        hint="Where a time or a random id is: one JSON Pointer a line, such as /0/event/receivedAt."
        required={false}
        mono
        rows={3}
        value={ignore}
        onChange={setIgnore}
        error={wrongPath}
      />
      {save.data !== undefined && (
        <p role="alert" className={shared.problem}>
          Not saved, as nothing came out. {save.data}
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
        label={`${label}, as JSON`}
        language="json"
        height="200px"
        value={value}
        onChange={onChange}
      />
      {!mayBeEmpty && jsonOf(value) === undefined && (
        <p role="alert" className={shared.problem}>
          It is no JSON.
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

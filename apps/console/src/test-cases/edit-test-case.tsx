import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error.js';
import type { Versioned } from '../api/catalog.queries.js';
import { pretty } from '../lib/parse-events.js';
import {
  Button,
  CodeEditor,
  Dialog,
  ErrorState,
  Loading,
  Stack,
  TextField,
  toast,
} from '../ui/index.js';
import {
  replaceTestCase,
  testCaseQuery,
  testCasesKey,
  type CaseOwner,
  type TestCase,
} from './test-cases.api.js';
import styles from './test-cases.module.css';

/** Name, event and what is expected, as they are saved now. */
export function EditTestCase({
  owner,
  caseId,
  onClose,
  onSaved,
}: {
  readonly owner: CaseOwner;
  readonly caseId: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const query = useQuery(testCaseQuery(owner, caseId));
  if (query.data !== undefined) {
    return <Form owner={owner} read={query.data} onClose={onClose} onSaved={onSaved} />;
  }
  return (
    <Dialog open onOpenChange={onClose} title="Edit test case" size="l">
      <Loading query={query} lines={6} />
    </Dialog>
  );
}

function Form({
  owner,
  read: { value, etag },
  onClose,
  onSaved,
}: {
  readonly owner: CaseOwner;
  readonly read: Versioned<TestCase>;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const queries = useQueryClient();
  const [name, setName] = useState(value.name);
  const [event, setEvent] = useState(() => pretty(value.event));
  const [expected, setExpected] = useState(() => pretty(value.expected));
  const parsed = { event: jsonOf(event), expected: jsonOf(expected) };
  const isSound = parsed.event !== undefined && parsed.expected !== undefined && name.trim() !== '';
  const save = useMutation({
    mutationFn: () => {
      const changed = { ...value, ...parsed, name: name.trim() } as TestCase;
      return replaceTestCase(owner, changed, etag);
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [...testCasesKey(owner), 'list'] });
      onSaved();
      onClose();
      toast.success('Test case saved');
    },
  });
  const details = save.error instanceof ApiError ? save.error.details : {};
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!save.isPending) onClose();
      }}
      title="Edit test case"
      size="l"
      footer={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            pending={save.isPending}
            disabled={!isSound}
            onClick={() => {
              save.mutate();
            }}
          >
            Save
          </Button>
        </>
      }
    >
      <Stack>
        <TextField label="Name" value={name} onChange={setName} error={details.name} />
        <Json label="Event" value={event} onChange={setEvent} />
        <Json label="Expected" value={expected} onChange={setExpected} />
        <p className={styles.quiet}>
          A list of what has to come out: <code>event</code>, <code>requests</code> or both. Empty
          where the event has to be dropped.
        </p>
        {save.isError && <ErrorState compact error={save.error} />}
      </Stack>
    </Dialog>
  );
}

function Json({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
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
      {jsonOf(value) === undefined && (
        <p role="alert" className={styles.problem}>
          It is no JSON.
        </p>
      )}
    </div>
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // the form says so
  }
}

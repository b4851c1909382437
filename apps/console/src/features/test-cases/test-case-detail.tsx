import { useMutation } from '@tanstack/react-query';
import { Check, Ellipsis, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/session.js';
import { pretty } from '../../lib/parse-events.js';
import { placeText } from '../../lib/place-text.js';
import {
  Button,
  Card,
  ConfirmDialog,
  Diff,
  ErrorState,
  IconButton,
  Menu,
  Stack,
  toast,
  shared,
} from '../../ui/index.js';
import { CaseContent } from './case-content.js';
import { EditTestCase } from './edit-test-case.js';
import { orderedLike } from './ordered-like.js';
import {
  useTestCases,
  type CaseOwner,
  type TestCase,
  type TestCaseResult,
} from '../../api/tests.js';
import styles from './test-cases.module.css';

/** Places that came out else and have a line of their own: whoever has more to ignore expects something else. */
const MOST_PLACES = 10;

/** One test case: its event, what is expected, and what came out instead. */
export function TestCaseDetail({
  owner,
  testCase,
  result,
  isRunning,
  onRun,
  onChanged,
}: {
  readonly owner: CaseOwner;
  readonly testCase: TestCase;
  /** Of the last run. */
  readonly result: TestCaseResult | undefined;
  readonly isRunning: boolean;
  /** Absent: the token may not run it. */
  readonly onRun: (() => Promise<unknown>) | undefined;
  /** What the last run said is about another state of it. */
  readonly onChanged: () => void;
}) {
  const { id, name, event, expected, ignore } = testCase;
  const mayWrite = useMay()('catalog:write');
  const testCases = useTestCases();
  const [asked, setAsked] = useState<'edit' | 'delete'>();
  const actual = result?.actual;
  // What is different as a whole cannot be ignored as a whole.
  const paths = result?.diff?.map(({ path }) => path).filter((path) => path !== '') ?? [];
  const places = paths.slice(0, MOST_PLACES);
  const close = () => setAsked(undefined);
  const change = useMutation({
    mutationFn: async (changed: Parameters<typeof testCases.change>[2]) => {
      await testCases.change(owner, id, changed);
      onChanged();
      await onRun?.();
    },
    onSuccess: (_, changed) =>
      toast.success(
        changed.ignore === undefined
          ? 'That is expected from now on'
          : 'That path is not compared from now on',
      ),
  });
  return (
    <Card
      title={name}
      actions={
        <span className={shared.row}>
          {onRun && (
            <Button size="s" icon={Play} pending={isRunning} onClick={() => void onRun()}>
              Run
            </Button>
          )}
          {mayWrite && actual !== undefined && (
            <Button
              size="s"
              icon={Check}
              pending={change.isPending}
              onClick={() => change.mutate({ expected: actual })}
            >
              Accept the new output
            </Button>
          )}
          {mayWrite && (
            <Menu
              trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} size="s" />}
              items={[
                { label: 'Edit…', icon: Pencil, onSelect: () => setAsked('edit') },
                {
                  ...{ label: 'Delete…', icon: Trash2, danger: true },
                  onSelect: () => setAsked('delete'),
                },
              ]}
            />
          )}
        </span>
      }
    >
      <Stack>
        {change.isError && <ErrorState compact error={change.error} />}
        {result?.error !== undefined && (
          <p role="alert" className={shared.problem}>
            {placeText(result.error)}
            {result.error.message}
          </p>
        )}
        {result?.leftOut === true && (
          <p className={shared.quiet}>
            It failed, and there was no room to show what came out. Run it alone to see that.
          </p>
        )}
        {actual !== undefined && (
          <section aria-label="What came out else">
            <h3 className={styles.heading}>Expected, and what came out</h3>
            <Diff
              label="Expected, and what came out"
              language="json"
              before={pretty(expected)}
              after={pretty(orderedLike(actual, expected))}
            />
            {mayWrite && places.length > 0 && (
              <ul className={styles.places}>
                {places.map((path) => (
                  <li key={path} className={shared.row}>
                    <code className={styles.name}>{path}</code>
                    <Button
                      size="s"
                      variant="ghost"
                      disabled={change.isPending}
                      aria-label={`Ignore this path: ${path}`}
                      onClick={() => change.mutate({ ignore: [...ignore, path] })}
                    >
                      Ignore this path
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </section>
        )}
        <CaseContent event={event} expected={expected} ignore={ignore} />
      </Stack>
      {asked === 'edit' && (
        <EditTestCase owner={owner} caseId={id} onClose={close} onSaved={onChanged} />
      )}
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={close}
        title={`Delete ${name}?`}
        consequence="What it expects is not looked at any more. That can’t be taken back."
        confirmLabel="Delete"
        danger
        onConfirm={async () => {
          await testCases.remove(owner, id);
          toast.success('Test case deleted');
        }}
      />
    </Card>
  );
}

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
import { TEXTS } from './texts.js';

const { testCaseDetail: texts } = TEXTS;

/**
 * Maximum number of differences with a button that ignores the difference. If there are more
 * differences, the expected result is probably wrong.
 */
const MOST_PLACES = 10;

/** Shows the event, the expected result and the differences of a test case. */
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
  readonly result: TestCaseResult | undefined;
  readonly isRunning: boolean;
  /** Undefined if the token lacks `tests:run`. */
  readonly onRun: (() => Promise<unknown>) | undefined;
  /** Called after a change of the test case, which makes the last result outdated. */
  readonly onChanged: () => void;
}) {
  const { id, name, event, expected, ignore } = testCase;
  const mayWrite = useMay()('catalog:write');
  const testCases = useTestCases();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const actual = result?.actual;
  // An empty path means that the complete value differs. The user cannot ignore such a difference.
  const paths = result?.diff?.map(({ path }) => path).filter((path) => path !== '') ?? [];
  const places = paths.slice(0, MOST_PLACES);
  const close = () => setDialog(undefined);
  const change = useMutation({
    mutationFn: async (changed: Parameters<typeof testCases.change>[2]) => {
      await testCases.change(owner, id, changed);
      onChanged();
      await onRun?.();
    },
    onSuccess: (_, changed) =>
      toast.success(changed.ignore === undefined ? texts.accepted : texts.ignored),
  });
  return (
    <Card
      title={name}
      actions={
        <span className={shared.row}>
          {onRun && (
            <Button size="s" icon={Play} pending={isRunning} onClick={() => void onRun()}>
              {texts.run}
            </Button>
          )}
          {mayWrite && actual !== undefined && (
            <Button
              size="s"
              icon={Check}
              pending={change.isPending}
              onClick={() => change.mutate({ expected: actual })}
            >
              {texts.accept}
            </Button>
          )}
          {mayWrite && (
            <Menu
              trigger={<IconButton icon={Ellipsis} label={texts.more(name)} size="s" />}
              items={[
                { label: texts.edit, icon: Pencil, onSelect: () => setDialog('edit') },
                {
                  ...{ label: texts.deleting, icon: Trash2, danger: true },
                  onSelect: () => setDialog('delete'),
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
        {result?.leftOut === true && <p className={shared.quiet}>{texts.leftOut}</p>}
        {actual !== undefined && (
          <section aria-label={texts.difference}>
            <h3 className={styles.heading}>{texts.expectedAndActual}</h3>
            <Diff
              label={texts.expectedAndActual}
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
                      aria-label={texts.ignorePath(path)}
                      onClick={() => change.mutate({ ignore: [...ignore, path] })}
                    >
                      {texts.ignore}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </section>
        )}
        <CaseContent event={event} expected={expected} ignore={ignore} />
      </Stack>
      {dialog === 'edit' && (
        <EditTestCase owner={owner} caseId={id} onClose={close} onSaved={onChanged} />
      )}
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={close}
        title={texts.question(name)}
        consequence={texts.consequence}
        confirmLabel={texts.delete}
        danger
        onConfirm={async () => {
          await testCases.remove(owner, id);
          toast.success(texts.deleted);
        }}
      />
    </Card>
  );
}

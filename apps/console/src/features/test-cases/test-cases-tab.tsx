import { useMutation, useQuery } from '@tanstack/react-query';
import { FlaskConical, ListChecks, Play } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../api/session.js';
import { useCommands } from '../../lib/commands.js';
import {
  actionsColumn,
  Badge,
  Button,
  CurlButton,
  EmptyState,
  ErrorState,
  Loading,
  Stack,
  StatusBadge,
  Table,
  Time,
  Toolbar,
  type Column,
} from '../../ui/index.js';
import { NewTestCase } from './new-test-case.js';
import { TestCaseDetail } from './test-case-detail.js';
import {
  type CaseOwner,
  runPath,
  runTestCases,
  type TestCase,
  type TestCaseResult,
  testCasesQuery,
} from '../../api/tests.js';
import styles from './test-cases.module.css';
import { TEXTS } from './texts.js';

const { testCasesTab: texts } = TEXTS;

/** Runs the test cases of a transformation or a destination, and shows differences. */
export function TestCasesTab({
  owner,
  code,
  selected,
  onSelect,
  makeOne,
}: {
  readonly owner: CaseOwner;
  /** Unsaved code, which runs instead of the saved code. */
  readonly code?: string | undefined;
  /** Id of the open test case. */
  readonly selected: string | undefined;
  readonly onSelect: (caseId: string | undefined) => void;
  /** Link to the page that creates test cases. */
  readonly makeOne: ReactNode;
}) {
  const may = useMay();
  const mayRun = may('tests:run');
  const mayMake = mayRun && may('catalog:write');
  const query = useQuery(testCasesQuery(owner));
  const [results, setResults] = useState<ReadonlyMap<string, TestCaseResult>>(new Map());
  const run = useMutation({
    mutationFn: (ids: readonly string[] | undefined) =>
      runTestCases(owner, {
        ...(ids !== undefined && { ids: [...ids] }),
        ...(code !== undefined && { code }),
      }),
    onSuccess: (answer, ids) => {
      const news = answer.results.map((one) => [one.id, one] as const);
      setResults((before) => new Map([...(ids === undefined ? [] : before), ...news]));
      const wrong = answer.results.find(({ status }) => status !== 'passed');
      if (ids === undefined && wrong !== undefined) onSelect(wrong.id);
    },
    gcTime: 0,
  });
  const { data: cases } = query;
  const runAll = () => {
    if (!run.isPending) run.mutate(undefined);
  };
  useCommands([
    mayRun &&
      cases !== undefined &&
      cases.length > 0 && {
        ...{ id: 'test-cases:run', label: texts.runAllCommand, group: 'This page' },
        ...{ icon: Play, run: runAll },
      },
  ]);
  const makeThem = mayMake && (
    <>
      {makeOne}
      <NewTestCase owner={owner} onMade={onSelect} />
    </>
  );
  if (cases === undefined) return <Loading query={query} lines={6} />;
  if (cases.length === 0) {
    return (
      <EmptyState
        icon={FlaskConical}
        title={texts.none}
        {...(makeThem !== false && { action: makeThem })}
      >
        {texts.whatTheyAre}
      </EmptyState>
    );
  }
  const open = cases.find(({ id }) => id === selected);
  const columns: readonly Column<TestCase>[] = [
    { label: texts.name, cell: ({ name }) => <span className={styles.name}>{name}</span> },
    {
      label: texts.stagesColumn,
      wideOnly: true,
      cell: ({ stages }) => stages.map((stage) => texts.stages[stage]).join(', '),
    },
    { label: texts.changed, wideOnly: true, cell: ({ updatedAt }) => <Time value={updatedAt} /> },
    {
      label: texts.state,
      cell: ({ id }) => {
        const result = results.get(id);
        return result === undefined ? (
          <Badge>{texts.notRun}</Badge>
        ) : (
          <StatusBadge status={result.status} />
        );
      },
    },
    actionsColumn(({ id, name }) => (
      <Button
        size="s"
        variant="ghost"
        aria-label={texts.showCase(name)}
        aria-pressed={id === open?.id}
        onClick={() => onSelect(id === open?.id ? undefined : id)}
      >
        {texts.show}
      </Button>
    )),
  ];
  return (
    <Stack>
      <Toolbar label={texts.label}>
        {mayRun && (
          <Button icon={ListChecks} pending={run.isPending} onClick={runAll}>
            {texts.runAll}
          </Button>
        )}
        <p className={styles.summary} role="status">
          {run.isPending ? texts.running : summaryOf(results, cases)}
          {code !== undefined && mayRun && texts.withEditedCode}
        </p>
        {mayRun && (
          <CurlButton
            request={{ path: runPath(owner), body: code === undefined ? {} : { code } }}
          />
        )}
        {makeThem}
      </Toolbar>
      {run.isError && <ErrorState compact error={run.error} />}
      <Table label={texts.label} columns={columns} rows={cases} rowKey={({ id }) => id} />
      {open !== undefined && (
        <TestCaseDetail
          key={open.id}
          owner={owner}
          testCase={open}
          result={results.get(open.id)}
          isRunning={run.isPending}
          onRun={mayRun ? () => run.mutateAsync([open.id]) : undefined}
          onChanged={() =>
            setResults((before) => new Map([...before].filter(([id]) => id !== open.id)))
          }
        />
      )}
    </Stack>
  );
}

function summaryOf(
  results: ReadonlyMap<string, TestCaseResult>,
  cases: readonly TestCase[],
): string {
  const countOf = (status: TestCaseResult['status']): number =>
    cases.filter(({ id }) => results.get(id)?.status === status).length;
  const counts = (['passed', 'failed', 'error'] as const).flatMap((status) => {
    const count = countOf(status);
    return count === 0 ? [] : [texts[status](count)];
  });
  if (counts.length === 0) return texts.sendsNothing;
  return texts.summary(counts.join(', '), cases.length);
}

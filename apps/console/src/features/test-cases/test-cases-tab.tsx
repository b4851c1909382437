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

const STAGES = { user_transform: 'Transformation', dest_transform: 'Requests' } as const;

/** The test cases beside a transformation or a destination: runs them, and shows what came out else. */
export function TestCasesTab({
  owner,
  code,
  selected,
  onSelect,
  makeOne,
}: {
  readonly owner: CaseOwner;
  /** What is edited and not saved: it runs in the place of what is. */
  readonly code?: string | undefined;
  /** Id of the case that is open. */
  readonly selected: string | undefined;
  readonly onSelect: (caseId: string | undefined) => void;
  /** Leads to where test cases are made. */
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
        ...{ id: 'test-cases:run', label: 'Run all test cases', group: 'This page' },
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
        title="No test cases yet"
        {...(makeThem !== false && { action: makeThem })}
      >
        A test case is an event and what has to come of it. Try an event, and save what you see as a
        test case: from then on a change that makes something else of it is seen before events are.
      </EmptyState>
    );
  }
  const open = cases.find(({ id }) => id === selected);
  const columns: readonly Column<TestCase>[] = [
    { label: 'Test case', cell: ({ name }) => <span className={styles.name}>{name}</span> },
    {
      label: 'Stages',
      wideOnly: true,
      cell: ({ stages }) => stages.map((stage) => STAGES[stage]).join(', '),
    },
    { label: 'Changed', wideOnly: true, cell: ({ updatedAt }) => <Time value={updatedAt} /> },
    {
      label: 'State',
      cell: ({ id }) => {
        const result = results.get(id);
        return result === undefined ? (
          <Badge>Not run</Badge>
        ) : (
          <StatusBadge status={result.status} />
        );
      },
    },
    actionsColumn(({ id, name }) => (
      <Button
        size="s"
        variant="ghost"
        aria-label={`Show ${name}`}
        aria-pressed={id === open?.id}
        onClick={() => onSelect(id === open?.id ? undefined : id)}
      >
        Show
      </Button>
    )),
  ];
  return (
    <Stack>
      <Toolbar label="Test cases">
        {mayRun && (
          <Button icon={ListChecks} pending={run.isPending} onClick={runAll}>
            Run all
          </Button>
        )}
        <p className={styles.summary} role="status">
          {run.isPending ? 'Running…' : summaryOf(results, cases)}
          {code !== undefined && mayRun && ' With the code in the editor, which is not saved.'}
        </p>
        {mayRun && (
          <CurlButton
            request={{ path: runPath(owner), body: code === undefined ? {} : { code } }}
          />
        )}
        {makeThem}
      </Toolbar>
      {run.isError && <ErrorState compact error={run.error} />}
      <Table label="Test cases" columns={columns} rows={cases} rowKey={({ id }) => id} />
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
  const of = (status: TestCaseResult['status']): number =>
    cases.filter(({ id }) => results.get(id)?.status === status).length;
  const parts = [
    [of('passed'), 'passed'],
    [of('failed'), 'failed'],
    [of('error'), 'ended in an error'],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  if (parts.length === 0) return 'Nothing is sent to a destination.';
  return `${parts.join(', ')}, of ${cases.length}.`;
}

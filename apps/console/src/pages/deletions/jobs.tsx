import { CONDITION_WORDS } from '@lethe/contracts/state-words';
import { getRouteApi } from '@tanstack/react-router';
import { FilterX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useDestinationName } from '../../api/catalog.js';
import {
  jobsParameters,
  jobsList,
  type Job,
  type JobFilters,
  type Queue,
} from '../../api/deletions.js';
import styles from '../../features/deletions/deletions.module.css';
import { JobDialog } from '../../features/deletions/job-dialog.js';
import { JOB_OPTIONS } from '../../features/deletions/job-states.js';
import { formatNumber } from '../../lib/format-time.js';
import { changed, pathWith, type Without } from '../../lib/search.js';
import {
  Button,
  ChoiceFilter,
  ClearFilters,
  CurlButton,
  DatedTime,
  DayFilters,
  EmptyState,
  FollowedTable,
  StatusBadge,
  Switch,
  Time,
  Toolbar,
  type Column,
} from '../../ui/index.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/deletions');
const { jobs: texts } = TEXTS;
const SWITCHES = [
  ['overdue', CONDITION_WORDS.overdue.words],
  ['dueSoon', texts.dueSoon],
  ['attention', CONDITION_WORDS.needsAttention.words],
  ['held', CONDITION_WORDS.held.words],
  ['found', CONDITION_WORDS.foundAgain.words],
] as const;

/** Shows the jobs that match the filters, from all queues. */
export function Jobs({ queues }: { readonly queues: readonly Queue[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const nameOf = useDestinationName();
  const [shown, setShown] = useState<Job>();
  const columns = useMemo(() => columnsOf(nameOf, setShown), [nameOf]);
  const set = (change: Without<JobFilters>) =>
    void navigate({ search: changed(search, change), replace: true });
  return (
    <>
      <Toolbar label={texts.filters}>
        <ChoiceFilter
          label={texts.destination}
          all={texts.allDestinations}
          value={search.destination}
          onChange={(destination) => set({ destination })}
          options={queues.map(({ destinationId: value }) => ({ value, label: nameOf(value) }))}
        />
        <ChoiceFilter
          label={texts.state}
          all={texts.allStates}
          value={search.status}
          onChange={(status) => set({ status })}
          options={JOB_OPTIONS}
        />
        <ChoiceFilter
          label={texts.order}
          all={texts.newestFirst}
          value={search.sort}
          onChange={(sort) => set({ sort })}
          options={[{ value: 'due', label: texts.dueFirst }]}
        />
        <DayFilters days={search} onChange={set} />
        {SWITCHES.map(([name, label]) => (
          <Switch
            key={name}
            label={label}
            checked={search[name] === true}
            onChange={(isOn) => set({ [name]: isOn ? true : undefined })}
          />
        ))}
        <ClearFilters
          search={search}
          onClear={() => void navigate({ search: {}, replace: true })}
        />
        <CurlButton request={{ path: pathWith('/v2/deletion-jobs', jobsParameters(search)) }} />
      </Toolbar>
      <FollowedTable
        key={JSON.stringify(search)}
        label={texts.label}
        one={texts.one}
        list={jobsList(search)}
        columns={columns}
        onOpen={setShown}
        none={
          <EmptyState icon={FilterX} title={texts.noMatch}>
            {texts.noMatchHint}
          </EmptyState>
        }
      >
        {(rows) =>
          shown && (
            <JobDialog
              job={rows.find(({ id }) => id === shown.id) ?? shown}
              onClose={() => setShown(undefined)}
            />
          )
        }
      </FollowedTable>
    </>
  );
}

function columnsOf(
  nameOf: (destinationId: string) => string,
  onOpen: (job: Job) => void,
): readonly Column<Job>[] {
  return [
    {
      label: texts.destination,
      width: 'minmax(110px, 1fr)',
      cell: (job) => (
        <Button size="s" variant="ghost" onClick={() => onOpen(job)}>
          {nameOf(job.destinationId)}
        </Button>
      ),
    },
    {
      ...{ label: texts.state, width: '110px', fits: true },
      cell: ({ status, held, foundAgain }) => (
        <span className={styles.states}>
          <StatusBadge status={held ? 'held' : status} />{' '}
          {foundAgain === true && <StatusBadge status="foundAgain" />}
        </span>
      ),
    },
    {
      ...{ label: texts.users, align: 'end', width: '70px', wideOnly: true, fits: true },
      cell: ({ users }) => formatNumber(users),
    },
    {
      label: texts.reason,
      width: 'minmax(80px, 2.4fr)',
      cell: ({ reason }) => (
        <span className={styles.reason} title={reason}>
          {reason}
        </span>
      ),
    },
    {
      ...{ label: texts.nextAttempt, width: '130px', wideOnly: true, fits: true },
      cell: ({ nextAttemptAt }) => <Time value={nextAttemptAt} mayBeAhead />,
    },
    {
      ...{ label: texts.deadline, width: '250px', wideOnly: true, fits: true },
      cell: ({ dueAt, finishedAt, needsAttention }) => (
        <DatedTime value={finishedAt === undefined || needsAttention ? dueAt : null} mayBeAhead />
      ),
    },
    {
      label: texts.created,
      width: '120px',
      wideOnly: true,
      fits: true,
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
  ];
}

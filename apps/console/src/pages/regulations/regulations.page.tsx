import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FilterX, Plus, ShieldBan } from 'lucide-react';
import { useMemo } from 'react';
import type { Schemas } from '../../api/client.js';
import { useMay } from '../../api/session.js';
import { useCommands } from '../../lib/commands.js';
import { formatNumber } from '../../lib/format-time.js';
import { maskIdentifier } from '../../lib/mask-identifier.js';
import {
  Button,
  ButtonLink,
  CurlButton,
  EmptyState,
  ErrorState,
  Masked,
  PageHeader,
  Select,
  Skeleton,
  StatusBadge,
  Time,
  Toolbar,
  VirtualTable,
  type Column,
} from '../../ui/index.js';
import { STATUS_WORDS, TYPE_WORDS } from './regulation-words.js';
import { regulationsQuery, toQuery } from './regulations.queries.js';
import {
  REGULATION_STATUSES,
  REGULATION_TYPES,
  type RegulationsSearch,
} from './regulations.search.js';

type Regulation = Schemas['RegulationDto'];

const route = getRouteApi('/regulations');

const COLUMNS: readonly Column<Regulation>[] = [
  {
    label: 'Regulation',
    width: 'minmax(130px, 1.2fr)',
    cell: ({ id, regulationType }) => (
      <Link to="/regulations/$id" params={{ id }}>
        {TYPE_WORDS[regulationType]}
      </Link>
    ),
  },
  {
    label: 'User',
    width: 'minmax(120px, 1.5fr)',
    cell: ({ attributes: { userId } }) => <Masked masked={maskIdentifier(userId)} value={userId} />,
  },
  {
    label: 'State',
    width: '110px',
    wideOnly: true,
    cell: ({ canceled }) => <StatusBadge status={canceled ? 'canceled' : 'active'} />,
  },
  { label: 'Created', width: '130px', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

export default function RegulationsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const mayCreate = may('regulations:suppress') || may('regulations:delete');
  const { data, error, refetch, ...query } = useInfiniteQuery(regulationsQuery(search));
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const isFiltered = Object.keys(search).length > 0;
  const filter = (change: Partial<Record<keyof RegulationsSearch, unknown>>) =>
    void navigate({ search: { ...search, ...change } as RegulationsSearch, replace: true });
  useCommands(
    mayCreate
      ? [
          {
            ...{ id: 'regulations:new', label: 'New regulation', group: 'This page' },
            ...{ icon: Plus, keys: ['c'] },
            run: () => void navigate({ to: '/regulations/new' }),
          },
        ]
      : [],
  );

  return (
    <>
      <PageHeader
        title="Regulations"
        description="Who is suppressed, and whose data is deleted. The newest first."
        actions={
          <>
            <CurlButton
              request={{
                path: `/v2/regulations?${new URLSearchParams(
                  Object.entries(toQuery(search)).map(([name, value]) => [name, String(value)]),
                ).toString()}`,
              }}
            />
            {mayCreate && (
              <ButtonLink to="/regulations/new" variant="primary" icon={Plus}>
                New regulation
              </ButtonLink>
            )}
          </>
        }
      />
      <Toolbar label="Filters">
        <Select
          label="Type"
          hideLabel
          value={search.type ?? ''}
          onChange={(type) => {
            filter({ type: type === '' ? undefined : type });
          }}
          options={[
            { value: '', label: 'All types' },
            ...REGULATION_TYPES.map((value) => ({ value, label: TYPE_WORDS[value] })),
          ]}
        />
        <Select
          label="Status"
          hideLabel
          value={search.status ?? ''}
          onChange={(status) => {
            filter({ status: status === '' ? undefined : status });
          }}
          options={[
            { value: '', label: 'All states' },
            ...REGULATION_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
          ]}
        />
        {isFiltered && (
          <Button variant="ghost" icon={FilterX} onClick={() => void navigate({ search: {} })}>
            Clear
          </Button>
        )}
      </Toolbar>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton lines={8} height={28} />
      ) : rows.length > 0 ? (
        <VirtualTable
          label="Regulations"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/regulations/$id', params: { id } })}
          hasMore={query.hasNextPage}
          isLoadingMore={query.isFetchingNextPage}
          onLoadMore={() => void query.fetchNextPage()}
          summary={`${formatNumber(rows.length)}${query.hasNextPage ? ' loaded' : rows.length === 1 ? ' regulation' : ' regulations'}`}
        />
      ) : isFiltered ? (
        <EmptyState icon={FilterX} title="None of these">
          No regulation fits the filters.
        </EmptyState>
      ) : (
        <EmptyState
          icon={ShieldBan}
          title="Nobody is suppressed"
          action={
            mayCreate && (
              <ButtonLink to="/regulations/new" variant="primary" icon={Plus}>
                New regulation
              </ButtonLink>
            )
          }
        >
          A regulation drops the new events of users, deletes what destinations have of them, or
          both. Begin with one user.
        </EmptyState>
      )}
    </>
  );
}

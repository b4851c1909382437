import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FilterX, Plus, Send } from 'lucide-react';
import { useMemo } from 'react';
import {
  connectionsQuery,
  destinationsQuery,
  type Destination,
} from '../../api/catalog.queries.js';
import { useMay } from '../../api/session.js';
import { useCommands } from '../../lib/commands.js';
import { formatNumber } from '../../lib/format-time.js';
import {
  Button,
  ButtonLink,
  type Column,
  CurlButton,
  EmptyState,
  Loading,
  PageHeader,
  StatusBadge,
  TextField,
  Toolbar,
  VirtualTable,
} from '../../ui/index.js';
import { queuesByIdQuery } from './deletions.queries.js';
import styles from './destinations.module.css';
import { QueueBadges } from '../../features/deletions/queue-badges.js';

const route = getRouteApi('/destinations');

export default function DestinationsPage() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const mayWrite = may('catalog:write');
  const seesQueues = may('regulations:read');
  const query = useQuery(destinationsQuery);
  const { data } = query;
  const { data: connections } = useQuery(connectionsQuery);
  const { data: queues } = useQuery({ ...queuesByIdQuery, enabled: seesQueues });
  const rows = useMemo(() => {
    const text = q.toLowerCase();
    return (data?.rows ?? []).filter(({ name, type }) =>
      `${name} ${type}`.toLowerCase().includes(text),
    );
  }, [data, q]);
  const create = mayWrite && (
    <ButtonLink to="/destinations/new" variant="primary" icon={Plus}>
      New destination
    </ButtonLink>
  );
  useCommands(
    mayWrite
      ? [
          {
            ...{ id: 'destinations:new', label: 'New destination', group: 'This page' },
            ...{ icon: Plus, keys: ['c'] },
            run: () => void navigate({ to: '/destinations/new' }),
          },
        ]
      : [],
  );
  const columns: readonly Column<Destination>[] = [
    {
      ...{ label: 'Name', width: 'minmax(130px, 1.5fr)' },
      cell: ({ id, name }) => (
        <Link to="/destinations/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    { label: 'Type', width: 'minmax(110px, 1fr)', wideOnly: true, cell: ({ type }) => type },
    {
      ...{ label: 'State', width: '100px' },
      cell: ({ enabled }) => <StatusBadge status={enabled ? 'enabled' : 'disabled'} />,
    },
    ...(seesQueues
      ? [
          {
            ...{ label: 'Deletions', width: 'minmax(120px, 2fr)' },
            cell: ({ id }: Destination) =>
              queues === undefined ? null : <QueueBadges queue={queues[id]} most={2} />,
          },
        ]
      : []),
    {
      ...{ label: 'Sources', width: '80px', align: 'end', wideOnly: true },
      cell: ({ id }) =>
        connections?.rows.filter(({ destinationId }) => destinationId === id).length,
    },
  ];

  return (
    <>
      <PageHeader
        title="Destinations"
        description="Where the data of users goes, and where it can be deleted."
        actions={
          <>
            <CurlButton request={{ path: '/v2/destinations' }} />
            {(data?.total ?? 0) > 0 && create}
          </>
        }
      />
      {data === undefined ? (
        <Loading query={query} lines={6} height={28} />
      ) : data.total === 0 ? (
        <EmptyState icon={Send} title="No destination yet" action={create}>
          A destination is a tool or a store that gets the events of users. Choose its type, fill in
          what it needs, and try it with one event before anything is connected.
        </EmptyState>
      ) : (
        <>
          <Toolbar label="Filters">
            <div className={styles.find}>
              <TextField
                label="Find by name or type"
                hideLabel
                type="search"
                placeholder="Find by name or type"
                value={q}
                onChange={(next) =>
                  void navigate({ search: next === '' ? {} : { q: next }, replace: true })
                }
              />
            </div>
          </Toolbar>
          {rows.length === 0 ? (
            <EmptyState
              icon={FilterX}
              title="None of that name"
              action={<Button onClick={() => void navigate({ search: {} })}>Show all</Button>}
            >
              No destination has this in its name or type.
            </EmptyState>
          ) : (
            <VirtualTable
              label="Destinations"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={({ id }) => void navigate({ to: '/destinations/$id', params: { id } })}
              summary={summaryOf(rows.length, data.rows.length, data.total)}
            />
          )}
        </>
      )}
    </>
  );
}

function summaryOf(shown: number, loaded: number, total: number): string {
  const words = `${formatNumber(shown)} of ${formatNumber(total)} shown`;
  return loaded < total
    ? `${words}. The page has the first ${formatNumber(loaded)}; the API has all.`
    : words;
}

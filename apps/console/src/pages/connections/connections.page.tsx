import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Cable } from 'lucide-react';
import { useMemo } from 'react';
import {
  connectionsQuery,
  destinationsQuery,
  sourcesQuery,
  type Destination,
  type Source,
} from '../../api/catalog.queries.js';
import { formatNumber } from '../../lib/format-time.js';
import {
  ButtonLink,
  Combobox,
  CurlButton,
  EmptyState,
  ErrorState,
  PageHeader,
  Select,
  Skeleton,
  Table,
  Toolbar,
  VirtualTable,
} from '../../ui/index.js';
import { ConnectionCell } from '../../features/connections/connection-cell.js';
import styles from '../../features/connections/connections.module.css';
import { CONNECTION_STATES, type ConnectionsSearch } from './connections.search.js';

const route = getRouteApi('/connections');

/** Up to so many sources there is a column for each; otherwise pairs are listed. */
const MOST_COLUMNS = 6;
const STATE_WORDS = { connected: 'Connected', paused: 'Paused', none: 'Not connected' } as const;

export default function ConnectionsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const sources = useQuery(sourcesQuery);
  const destinations = useQuery(destinationsQuery);
  const connections = useQuery(connectionsQuery);
  const all = useMemo(
    () =>
      new Map(
        connections.data?.rows.map((one) => [`${one.sourceId} ${one.destinationId}`, one] as const),
      ),
    [connections.data],
  );
  const error = sources.error ?? destinations.error ?? connections.error;
  const filter = (change: Partial<Record<keyof ConnectionsSearch, string | null>>) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value);
    void navigate({ search: Object.fromEntries(next), replace: true });
  };
  const header = (
    <PageHeader
      title="Connections"
      description="Whose events go where."
      actions={<CurlButton request={{ path: '/v2/connections' }} />}
    />
  );
  if (!sources.data || !destinations.data || !connections.data) {
    return (
      <>
        {header}
        {error === null ? (
          <Skeleton lines={6} height={28} />
        ) : (
          <ErrorState
            error={error}
            onRetry={() => {
              for (const query of [sources, destinations, connections]) void query.refetch();
            }}
          />
        )}
      </>
    );
  }
  if (sources.data.total === 0 || destinations.data.total === 0) {
    const lacks = sources.data.total === 0 ? 'source' : 'destination';
    return (
      <>
        {header}
        <EmptyState
          icon={Cable}
          title="Nothing to connect yet"
          action={
            <ButtonLink to={lacks === 'source' ? '/sources' : '/destinations'}>
              {lacks === 'source' ? 'Sources' : 'Destinations'}
            </ButtonLink>
          }
        >
          A connection is between a source and a destination. There is no {lacks} yet: begin with
          one.
        </EmptyState>
      </>
    );
  }
  const columns = sources.data.rows.filter(({ id }) => !search.source || id === search.source);
  const rows = destinations.data.rows.filter(
    ({ id }) => !search.destination || id === search.destination,
  );
  const isMatrix = columns.length <= MOST_COLUMNS && rows.length <= 200 && !search.state;
  const optionsOf = (things: readonly { id: string; name: string; type: string }[]) =>
    things.map(({ id, name, type }) => ({ value: id, label: name, hint: type }));

  return (
    <>
      {header}
      <Toolbar label="Filters">
        <Combobox
          label="Source"
          placeholder="All sources"
          options={optionsOf(sources.data.rows)}
          value={search.source ?? null}
          onChange={(source) => filter({ source })}
        />
        <Combobox
          label="Destination"
          placeholder="All destinations"
          options={optionsOf(destinations.data.rows)}
          value={search.destination ?? null}
          onChange={(destination) => filter({ destination })}
        />
        <Select
          label="State"
          value={search.state ?? ''}
          onChange={(state) => filter({ state })}
          options={[
            { value: '', label: 'All' },
            ...CONNECTION_STATES.map((value) => ({ value, label: STATE_WORDS[value] })),
          ]}
        />
      </Toolbar>
      {isMatrix ? (
        <Matrix sources={columns} destinations={rows} all={all} />
      ) : (
        <Pairs sources={columns} destinations={rows} all={all} state={search.state} />
      )}
    </>
  );
}

interface Shown {
  readonly sources: readonly Source[];
  readonly destinations: readonly Destination[];
  readonly all: ReadonlyMap<string, Parameters<typeof ConnectionCell>[0]['connection'] & object>;
}

function Matrix({ sources, destinations, all }: Shown) {
  const isTaken = (name: string) => sources.filter((one) => one.name === name).length > 1;
  return (
    <Table
      label="Connections"
      rows={destinations}
      rowKey={({ id }) => id}
      columns={[
        {
          label: 'To',
          cell: ({ id, name, type }) => (
            <>
              <Link to="/destinations/$id" params={{ id }} search={{ tab: 'connections' }}>
                {name}
              </Link>
              <span className={styles.sub}>{type}</span>
            </>
          ),
        },
        ...sources.map((source) => ({
          label: `From ${source.name}${isTaken(source.name) ? ` (${source.id})` : ''}`,
          cell: (destination: Destination) => (
            <ConnectionCell
              source={source}
              destination={destination}
              connection={all.get(`${source.id} ${destination.id}`)}
            />
          ),
        })),
      ]}
    />
  );
}

function Pairs({
  sources,
  destinations,
  all,
  state,
}: Shown & { readonly state: ConnectionsSearch['state'] }) {
  const pairs = useMemo(
    () =>
      sources
        .flatMap((source) =>
          destinations.map((destination) => {
            const key = `${source.id} ${destination.id}`;
            return { key, source, destination, connection: all.get(key) };
          }),
        )
        .filter(({ connection }) => {
          if (state === undefined) return true;
          if (connection === undefined) return state === 'none';
          return state === (connection.enabled ? 'connected' : 'paused');
        }),
    [sources, destinations, all, state],
  );
  if (pairs.length === 0) return <p className={styles.note}>None of these.</p>;
  return (
    <VirtualTable
      label="Connections"
      rows={pairs}
      rowKey={({ key }) => key}
      columns={[
        { label: 'From', width: 'minmax(100px, 1fr)', cell: ({ source }) => source.name },
        { label: 'To', width: 'minmax(100px, 1fr)', cell: ({ destination }) => destination.name },
        {
          ...{ label: 'Connection', width: '150px' },
          cell: ({ source, destination, connection }) => (
            <ConnectionCell source={source} destination={destination} connection={connection} />
          ),
        },
      ]}
      summary={`${formatNumber(pairs.length)} ${pairs.length === 1 ? 'pair' : 'pairs'}`}
    />
  );
}

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Cable } from 'lucide-react';
import { useMemo } from 'react';
import {
  type Connection,
  connectionsQuery,
  type Destination,
  destinationsQuery,
  type Source,
  optionOf,
  sourcesQuery,
} from '../../api/catalog.js';
import { countOf } from '../../lib/count-of.js';
import { changed, type Without } from '../../lib/search.js';
import {
  ButtonLink,
  ChoiceFilter,
  Combobox,
  EmptyState,
  Loading,
  missingOf,
  PageHeader,
  Table,
  Toolbar,
  VirtualTable,
  shared,
} from '../../ui/index.js';
import { ConnectionCell } from '../../features/connections/connection-cell.js';
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
  const missing = missingOf<UseQueryResult>([sources, destinations, connections]);
  const filter = (change: Without<ConnectionsSearch>) =>
    void navigate({ search: changed(search, change), replace: true });
  const header = (
    <PageHeader
      title="Connections"
      description="Whose events go where."
      request={{ path: '/v2/connections' }}
    />
  );
  if (!sources.data || !destinations.data || !connections.data) {
    return (
      <>
        {header}
        <Loading query={missing ?? sources} lines={6} height={28} />
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
  return (
    <>
      {header}
      <Toolbar label="Filters">
        <Combobox
          label="Source"
          placeholder="All sources"
          options={sources.data.rows.map(optionOf)}
          value={search.source ?? null}
          onChange={(source) => filter({ source: source ?? undefined })}
        />
        <Combobox
          label="Destination"
          placeholder="All destinations"
          options={destinations.data.rows.map(optionOf)}
          value={search.destination ?? null}
          onChange={(destination) => filter({ destination: destination ?? undefined })}
        />
        <ChoiceFilter
          label="State"
          all="All"
          value={search.state}
          onChange={(state) => filter({ state })}
          options={CONNECTION_STATES.map((value) => ({ value, label: STATE_WORDS[value] }))}
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
  readonly all: ReadonlyMap<string, Connection>;
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
              <span className={shared.sub}>{type}</span>
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
  if (pairs.length === 0) return <p className={shared.note}>None of these.</p>;
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
      summary={countOf(pairs.length, 'pair')}
    />
  );
}

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
import { changed, type Without } from '../../lib/search.js';
import { termPage } from '../../lib/guides.js';
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
import { TEXTS } from './texts.js';

const route = getRouteApi('/connections');

/**
 * Maximum number of sources for a table with a column for each source. If there are more sources,
 * the page lists pairs of a source and a destination.
 */
const MOST_COLUMNS = 6;

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
      title={TEXTS.title}
      guide={termPage('connection')}
      description={TEXTS.description}
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
    const { whatToDo, goThere } = TEXTS.lacks[lacks];
    return (
      <>
        {header}
        <EmptyState
          icon={Cable}
          title={TEXTS.nothing}
          action={
            <ButtonLink to={lacks === 'source' ? '/sources' : '/destinations'}>
              {goThere}
            </ButtonLink>
          }
        >
          {whatToDo}
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
      <Toolbar label={TEXTS.filters}>
        <Combobox
          label={TEXTS.source}
          placeholder={TEXTS.allSources}
          options={sources.data.rows.map(optionOf)}
          value={search.source ?? null}
          onChange={(source) => filter({ source: source ?? undefined })}
        />
        <Combobox
          label={TEXTS.destination}
          placeholder={TEXTS.allDestinations}
          options={destinations.data.rows.map(optionOf)}
          value={search.destination ?? null}
          onChange={(destination) => filter({ destination: destination ?? undefined })}
        />
        <ChoiceFilter
          label={TEXTS.state}
          all={TEXTS.allStates}
          value={search.state}
          onChange={(state) => filter({ state })}
          options={CONNECTION_STATES.map((value) => ({ value, label: TEXTS.states[value] }))}
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
      label={TEXTS.title}
      rows={destinations}
      rowKey={({ id }) => id}
      columns={[
        {
          label: TEXTS.to,
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
          label: isTaken(source.name)
            ? TEXTS.fromNamesake(source.name, source.id)
            : TEXTS.fromSource(source.name),
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
  if (pairs.length === 0) return <p className={shared.note}>{TEXTS.noMatch}</p>;
  return (
    <VirtualTable
      label={TEXTS.title}
      rows={pairs}
      rowKey={({ key }) => key}
      columns={[
        { label: TEXTS.from, width: 'minmax(100px, 1fr)', cell: ({ source }) => source.name },
        {
          ...{ label: TEXTS.to, width: 'minmax(100px, 1fr)' },
          cell: ({ destination }) => destination.name,
        },
        {
          ...{ label: TEXTS.connection, width: '150px' },
          cell: ({ source, destination, connection }) => (
            <ConnectionCell source={source} destination={destination} connection={connection} />
          ),
        },
      ]}
      summary={TEXTS.pairs(pairs.length)}
    />
  );
}

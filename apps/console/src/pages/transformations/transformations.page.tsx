import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Braces, LibraryBig, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useMay } from '../../api/session.js';
import { allDestinationsQuery } from '../../api/names.js';
import { useCommands } from '../../lib/commands.js';
import { formatNumber } from '../../lib/format-time.js';
import {
  Badge,
  ButtonLink,
  type Column,
  CurlButton,
  EmptyState,
  Loading,
  PageHeader,
  Time,
  VirtualTable,
} from '../../ui/index.js';
import {
  connectedTo,
  transformationsQuery,
  type Destination,
  type Transformation,
} from './transformations.queries.js';

export default function TransformationsPage() {
  const navigate = useNavigate();
  const may = useMay();
  const mayWrite = may('catalog:write');
  const query = useInfiniteQuery(transformationsQuery);
  const { data } = query;
  const { data: destinations } = useQuery(allDestinationsQuery);
  const rows = useMemo(() => data?.pages.flatMap((page) => page.transformations) ?? [], [data]);
  const columns = useMemo(() => columnsWith(destinations), [destinations]);
  const total = data?.pages[0]?.paging.total;
  useCommands(
    mayWrite
      ? [
          {
            ...{ id: 'transformations:new', label: 'New transformation', group: 'This page' },
            ...{ icon: Plus, keys: ['c'] },
            run: () => void navigate({ to: '/transformations/new' }),
          },
        ]
      : [],
  );
  const create = mayWrite && (
    <ButtonLink to="/transformations/new" variant="primary" icon={Plus}>
      New transformation
    </ButtonLink>
  );

  return (
    <>
      <PageHeader
        title="Transformations"
        description="JavaScript that changes or drops events on their way to destinations."
        actions={
          <>
            <CurlButton request={{ path: '/transformations' }} />
            <ButtonLink to="/libraries" icon={LibraryBig}>
              Libraries
            </ButtonLink>
            {create}
          </>
        }
      />
      {data === undefined ? (
        <Loading query={query} lines={8} height={28} />
      ) : rows.length > 0 ? (
        <VirtualTable
          label="Transformations"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/transformations/$id', params: { id } })}
          hasMore={query.hasNextPage}
          isLoadingMore={query.isFetchingNextPage}
          onLoadMore={() => void query.fetchNextPage()}
          summary={`${formatNumber(rows.length)}${total !== undefined && total > rows.length ? ` of ${formatNumber(total)}` : ''} ${total === 1 ? 'transformation' : 'transformations'}`}
        />
      ) : (
        <EmptyState icon={Braces} title="No transformation yet" action={create}>
          A transformation takes an event and returns it changed, several, or nothing. Write one,
          try it on an example, then connect it to a destination.
        </EmptyState>
      )}
    </>
  );
}

function columnsWith(
  destinations: readonly Destination[] | undefined,
): readonly Column<Transformation>[] {
  return [
    {
      label: 'Name',
      width: 'minmax(150px, 1.4fr)',
      cell: ({ id, name }) => (
        <Link to="/transformations/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    {
      label: 'Version',
      width: '84px',
      cell: ({ version }) => <Badge>v{version}</Badge>,
    },
    {
      label: 'Runs for',
      width: 'minmax(140px, 2fr)',
      cell: ({ id }) => {
        if (destinations === undefined) return '…';
        const names = connectedTo(destinations, id).map(({ name }) => name);
        if (names.length === 0) return <Badge>Not connected</Badge>;
        return names.length > 2
          ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
          : names.join(', ');
      },
    },
    {
      label: 'Changed',
      width: '130px',
      wideOnly: true,
      cell: ({ updatedAt }) => <Time value={updatedAt} />,
    },
  ];
}

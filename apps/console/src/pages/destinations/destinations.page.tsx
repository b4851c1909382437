import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { connectionsQuery, destinationsQuery, type Destination } from '../../api/catalog.js';
import { queuesByIdQuery } from '../../api/deletions.js';
import { useMay } from '../../api/session.js';
import { QueueBadges } from '../../features/deletions/queue-badges.js';
import { ListPage, StatusBadge, type Column } from '../../ui/index.js';

const route = getRouteApi('/destinations');
const textOf = ({ name, type }: Destination) => `${name} ${type}`;

export default function DestinationsPage() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const seesQueues = may('regulations:read');
  const { data: connections } = useQuery(connectionsQuery);
  const { data: queues } = useQuery({ ...queuesByIdQuery, enabled: seesQueues });
  const deletions: Column<Destination> = {
    ...{ label: 'Deletions', width: 'minmax(120px, 2fr)' },
    cell: ({ id }) => queues && <QueueBadges queue={queues[id]} most={2} />,
  };
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
    ...(seesQueues ? [deletions] : []),
    {
      ...{ label: 'Sources', width: '80px', align: 'end', wideOnly: true },
      cell: ({ id }) =>
        connections?.rows.filter(({ destinationId }) => destinationId === id).length,
    },
  ];
  return (
    <ListPage
      title="Destinations"
      description="Where the data of users goes, and where it can be deleted."
      path="/v2/destinations"
      query={useQuery(destinationsQuery)}
      columns={columns}
      create={may('catalog:write') && { label: 'New destination', to: '/destinations/new' }}
      onOpen={({ id }) => void navigate({ to: '/destinations/$id', params: { id } })}
      find={{
        ...{ text: q, textOf, label: 'Find by name or type' },
        onChange: (next) =>
          void navigate({ search: next === '' ? {} : { q: next }, replace: true }),
        none: 'No destination has this in its name or type.',
      }}
      icon={Send}
      empty={{
        title: 'No destination yet',
        words:
          'A destination is a tool or a store that gets the events of users. Choose its type, fill in what it needs, and try it with one event before anything is connected.',
      }}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { connectionsQuery, destinationsQuery, type Destination } from '../../api/catalog.js';
import { queuesByIdQuery } from '../../api/deletions.js';
import { useMay } from '../../api/session.js';
import { QueueBadges } from '../../features/deletions/queue-badges.js';
import { termPage } from '../../lib/guides.js';
import { ListPage, StatusBadge, type Column } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/destinations');
const { destinationsPage: texts } = TEXTS;
const textOf = ({ name, type }: Destination) => `${name} ${type}`;

export default function DestinationsPage() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const seesQueues = may('regulations:read');
  const { data: connections } = useQuery(connectionsQuery);
  const { data: queues } = useQuery({ ...queuesByIdQuery, enabled: seesQueues });
  const deletions: Column<Destination> = {
    ...{ label: texts.deletions, width: 'minmax(120px, 2fr)' },
    cell: ({ id }) => queues && <QueueBadges queue={queues[id]} most={2} />,
  };
  const columns: readonly Column<Destination>[] = [
    {
      ...{ label: texts.name, width: 'minmax(130px, 1.5fr)' },
      cell: ({ id, name }) => (
        <Link to="/destinations/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    { label: texts.type, width: 'minmax(110px, 1fr)', wideOnly: true, cell: ({ type }) => type },
    {
      ...{ label: texts.state, width: '100px' },
      cell: ({ enabled }) => <StatusBadge status={enabled ? 'enabled' : 'disabled'} />,
    },
    ...(seesQueues ? [deletions] : []),
    {
      ...{ label: texts.sources, width: '80px', align: 'end', wideOnly: true },
      cell: ({ id }) =>
        connections?.rows.filter(({ destinationId }) => destinationId === id).length,
    },
  ];
  return (
    <ListPage
      title={texts.title}
      guide={termPage('destination')}
      description={texts.description}
      path="/v2/destinations"
      query={useQuery(destinationsQuery)}
      columns={columns}
      create={may('catalog:write') && { label: texts.create, to: '/destinations/new' }}
      onOpen={({ id }) => void navigate({ to: '/destinations/$id', params: { id } })}
      find={{
        ...{ text: q, textOf, label: texts.find },
        onChange: (next) =>
          void navigate({ search: next === '' ? {} : { q: next }, replace: true }),
        none: texts.noMatch,
      }}
      icon={Send}
      empty={{
        title: texts.none,
        words: texts.whatTheyAre,
      }}
    />
  );
}

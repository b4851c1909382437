import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { RadioTower } from 'lucide-react';
import { useState } from 'react';
import { connectionsQuery, sourcesQuery, type Source } from '../../api/catalog.js';
import { useMay } from '../../api/session.js';
import { ListPage, StatusBadge, Time, type Column } from '../../ui/index.js';
import { NewSource } from './new-source.js';
import { WriteKey } from './write-key.js';

const route = getRouteApi('/sources');
const textOf = ({ name, type }: Source) => `${name} ${type}`;

export default function SourcesPage() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay()('catalog:write');
  const [isMaking, setMaking] = useState(false);
  const { data: connections } = useQuery(connectionsQuery);
  const columns: readonly Column<Source>[] = [
    {
      ...{ label: 'Name', width: 'minmax(120px, 1.5fr)' },
      cell: ({ id, name }) => (
        <Link to="/sources/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    { label: 'Type', width: 'minmax(90px, 1fr)', wideOnly: true, cell: ({ type }) => type },
    {
      ...{ label: 'State', width: '100px' },
      cell: ({ enabled }) => <StatusBadge status={enabled ? 'enabled' : 'disabled'} />,
    },
    ...(mayWrite ? [WRITE_KEY] : []),
    {
      ...{ label: 'Destinations', width: '100px', align: 'end', wideOnly: true },
      cell: ({ id }) => connections?.rows.filter(({ sourceId }) => sourceId === id).length,
    },
    {
      ...{ label: 'Created', width: '130px', wideOnly: true },
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
  ];
  return (
    <>
      <ListPage
        title="Sources"
        description="Where events of users come from. Each has a key that its events are sent with."
        path="/v2/sources"
        query={useQuery(sourcesQuery)}
        columns={columns}
        create={mayWrite && { label: 'New source', onClick: () => setMaking(true) }}
        onOpen={({ id }) => void navigate({ to: '/sources/$id', params: { id } })}
        find={{
          ...{ text: q, textOf, label: 'Find by name or type' },
          onChange: (next) =>
            void navigate({ search: next === '' ? {} : { q: next }, replace: true }),
          none: 'No source has this in its name or type.',
        }}
        icon={RadioTower}
        empty={{
          title: 'No source yet',
          words:
            'A source is a website, an app or a server that sends events. Make one, and put its write key where the events are made.',
        }}
      />
      {isMaking && <NewSource onClose={() => setMaking(false)} />}
    </>
  );
}

const WRITE_KEY: Column<Source> = {
  ...{ label: 'Write key', width: 'minmax(130px, 1.6fr)' },
  cell: ({ writeKey }) => <WriteKey value={writeKey} />,
};

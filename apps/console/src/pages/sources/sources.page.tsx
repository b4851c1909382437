import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { RadioTower } from 'lucide-react';
import { useState } from 'react';
import { connectionsQuery, sourcesQuery, type Source } from '../../api/catalog.js';
import { useMay } from '../../api/session.js';
import { termPage } from '../../lib/guides.js';
import { ListPage, StatusBadge, Time, type Column } from '../../ui/index.js';
import { NewSource } from './new-source.js';
import { TEXTS } from './texts.js';
import { WriteKey } from './write-key.js';

const route = getRouteApi('/sources');
const { sourcesPage: texts } = TEXTS;
const textOf = ({ name, type }: Source) => `${name} ${type}`;

export default function SourcesPage() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay()('catalog:write');
  const [isMaking, setMaking] = useState(false);
  const { data: connections } = useQuery(connectionsQuery);
  const columns: readonly Column<Source>[] = [
    {
      ...{ label: texts.name, width: 'minmax(120px, 1.5fr)' },
      cell: ({ id, name }) => (
        <Link to="/sources/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    { label: texts.type, width: 'minmax(90px, 1fr)', wideOnly: true, cell: ({ type }) => type },
    {
      ...{ label: texts.state, width: '100px' },
      cell: ({ enabled }) => <StatusBadge status={enabled ? 'enabled' : 'disabled'} />,
    },
    ...(mayWrite ? [WRITE_KEY] : []),
    {
      ...{ label: texts.destinations, width: '100px', align: 'end', wideOnly: true },
      cell: ({ id }) => connections?.rows.filter(({ sourceId }) => sourceId === id).length,
    },
    {
      ...{ label: texts.created, width: '130px', wideOnly: true },
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
  ];
  return (
    <>
      <ListPage
        title={texts.title}
        guide={termPage('source')}
        description={texts.description}
        path="/v2/sources"
        query={useQuery(sourcesQuery)}
        columns={columns}
        create={mayWrite && { label: texts.create, onClick: () => setMaking(true) }}
        onOpen={({ id }) => void navigate({ to: '/sources/$id', params: { id } })}
        find={{
          ...{ text: q, textOf, label: texts.find },
          onChange: (next) =>
            void navigate({ search: next === '' ? {} : { q: next }, replace: true }),
          none: texts.noMatch,
        }}
        icon={RadioTower}
        empty={{
          title: texts.none,
          words: texts.whatTheyAre,
        }}
      />
      {isMaking && <NewSource onClose={() => setMaking(false)} />}
    </>
  );
}

const WRITE_KEY: Column<Source> = {
  ...{ label: texts.writeKey, width: 'minmax(130px, 1.6fr)' },
  cell: ({ writeKey }) => <WriteKey value={writeKey} />,
};

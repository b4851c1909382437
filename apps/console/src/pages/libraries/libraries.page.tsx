import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { LibraryBig } from 'lucide-react';
import { useMay } from '../../api/session.js';
import { librariesQuery, type Library } from '../../api/transformations.js';
import { termPage } from '../../lib/guides.js';
import { ListPage, Mono, Time, type Column } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { librariesPage: texts } = TEXTS;

const COLUMNS: readonly Column<Library>[] = [
  {
    ...{ label: texts.name, width: 'minmax(140px, 1fr)' },
    cell: ({ id, name }) => (
      <Link to="/libraries/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  {
    ...{ label: texts.importedAs, width: 'minmax(160px, 1fr)', wideOnly: true },
    cell: ({ name }) => <Mono>{`import { … } from '${name}';`}</Mono>,
  },
  { label: texts.changed, width: '130px', cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

export default function LibrariesPage() {
  const navigate = useNavigate();
  const may = useMay();
  return (
    <ListPage
      title={texts.title}
      guide={termPage('library')}
      crumbs={[{ label: texts.transformations, to: '/transformations' }]}
      description={texts.description}
      path="/transformation-libraries"
      query={useInfiniteQuery(librariesQuery)}
      columns={COLUMNS}
      create={may('catalog:write') && { label: texts.create, to: '/libraries/new' }}
      onOpen={({ id }) => void navigate({ to: '/libraries/$id', params: { id } })}
      summary={texts.shown}
      icon={LibraryBig}
      empty={{
        title: texts.none,
        words: texts.whatTheyAre,
      }}
    />
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { LibraryBig } from 'lucide-react';
import { useMay } from '../../api/session.js';
import { librariesQuery, type Library } from '../../api/transformations.js';
import { ListPage, Mono, Time, type Column } from '../../ui/index.js';

const COLUMNS: readonly Column<Library>[] = [
  {
    ...{ label: 'Name', width: 'minmax(140px, 1fr)' },
    cell: ({ id, name }) => (
      <Link to="/libraries/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  {
    ...{ label: 'Imported as', width: 'minmax(160px, 1fr)', wideOnly: true },
    cell: ({ name }) => <Mono>{`import { … } from '${name}';`}</Mono>,
  },
  { label: 'Changed', width: '130px', cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

export default function LibrariesPage() {
  const navigate = useNavigate();
  const may = useMay();
  return (
    <ListPage
      title="Libraries"
      crumbs={[{ label: 'Transformations', to: '/transformations' }]}
      description="Code that several transformations import by its name."
      path="/transformation-libraries"
      query={useInfiniteQuery(librariesQuery)}
      columns={COLUMNS}
      create={may('catalog:write') && { label: 'New library', to: '/libraries/new' }}
      onOpen={({ id }) => void navigate({ to: '/libraries/$id', params: { id } })}
      summary={(shown) => (shown === 1 ? '1 library' : `${shown} libraries`)}
      icon={LibraryBig}
      empty={{
        title: 'No library yet',
        words:
          'When two transformations need the same function, write it once here and import it in both.',
      }}
    />
  );
}

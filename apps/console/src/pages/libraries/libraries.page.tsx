import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { LibraryBig, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useMay } from '../../api/session.js';
import {
  ButtonLink,
  type Column,
  CurlButton,
  EmptyState,
  Loading,
  Mono,
  PageHeader,
  Time,
  VirtualTable,
} from '../../ui/index.js';
import { librariesQuery, type Library } from './libraries.queries.js';

const COLUMNS: readonly Column<Library>[] = [
  {
    label: 'Name',
    width: 'minmax(140px, 1fr)',
    cell: ({ id, name }) => (
      <Link to="/libraries/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  {
    label: 'Imported as',
    width: 'minmax(160px, 1fr)',
    wideOnly: true,
    cell: ({ name }) => <Mono>{`import { … } from '${name}';`}</Mono>,
  },
  { label: 'Changed', width: '130px', cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

export default function LibrariesPage() {
  const navigate = useNavigate();
  const may = useMay();
  const query = useInfiniteQuery(librariesQuery);
  const { data } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.libraries) ?? [], [data]);
  const create = may('catalog:write') && (
    <ButtonLink to="/libraries/new" variant="primary" icon={Plus}>
      New library
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Libraries"
        crumbs={[{ label: 'Transformations', to: '/transformations' }]}
        description="Code that several transformations import by its name."
        actions={
          <>
            <CurlButton request={{ path: '/transformation-libraries' }} />
            {create}
          </>
        }
      />
      {data === undefined ? (
        <Loading query={query} lines={6} height={28} />
      ) : rows.length > 0 ? (
        <VirtualTable
          label="Libraries"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/libraries/$id', params: { id } })}
          hasMore={query.hasNextPage}
          isLoadingMore={query.isFetchingNextPage}
          onLoadMore={() => void query.fetchNextPage()}
          summary={rows.length === 1 ? '1 library' : `${rows.length} libraries`}
        />
      ) : (
        <EmptyState icon={LibraryBig} title="No library yet" action={create}>
          When two transformations need the same function, write it once here and import it in both.
        </EmptyState>
      )}
    </>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { countOf } from '../../lib/count-of.js';
import {
  Button,
  type Column,
  EmptyState,
  Loading,
  Mono,
  StatusBadge,
  VirtualTable,
} from '../../ui/index.js';
import { type Asked, searchQuery } from '../../api/users.js';

interface Row {
  readonly key: string;
  readonly userId: string;
  readonly suppressed: boolean;
}

/** Users by the beginning of their ids. They are opened when their ids are shown: a masked one is nobody's alone. */
export function FoundByPrefix({
  asked,
  onOpen,
}: {
  readonly asked: Asked;
  readonly onOpen: (userId: string) => void;
}) {
  const query = useInfiniteQuery(searchQuery(asked));
  const { data } = query;
  if (data === undefined) {
    return <Loading query={query} lines={6} height={28} />;
  }
  const rows = data.pages
    .flatMap(({ people }) => people)
    .map((one, index): Row => ({ ...one, key: String(index) }));
  const more = data.pages.at(-1)?.more === true;
  const columns: readonly Column<Row>[] = [
    {
      label: 'User id',
      width: 'minmax(160px, 2fr)',
      cell: ({ userId }) =>
        asked.isFull ? (
          <Button size="s" variant="ghost" onClick={() => onOpen(userId)}>
            <Mono>{userId}</Mono>
          </Button>
        ) : (
          <Mono>{userId}</Mono>
        ),
    },
    {
      label: 'State',
      width: '160px',
      cell: ({ suppressed }) => (
        <StatusBadge status={suppressed ? 'suppressed' : 'not_suppressed'} />
      ),
    },
  ];
  if (rows.length === 0) {
    return (
      <EmptyState icon={UserX} title="Nobody’s id begins so">
        Of all users with a regulation. Case counts.
      </EmptyState>
    );
  }
  return (
    <VirtualTable
      label="Users"
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      {...(asked.isFull && {
        onOpen: ({ userId }: Row) => onOpen(userId),
      })}
      hasMore={query.hasNextPage}
      isLoadingMore={query.isFetchingNextPage}
      onLoadMore={() => void query.fetchNextPage()}
      summary={
        asked.isFull
          ? countOf(rows.length, 'user')
          : `${countOf(rows.length, 'user')}${more ? ', and more' : ''}. Show identifiers to open one${more ? ', or to see the rest' : ''}.`
      }
    />
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import {
  Button,
  type Column,
  EmptyState,
  Loading,
  Mono,
  StatusBadge,
  VirtualTable,
} from '../../ui/index.js';
import { type UserSearch, searchQuery } from '../../api/users.js';
import { TEXTS } from './texts.js';

const { foundByPrefix: texts } = TEXTS;

interface Row {
  readonly key: string;
  readonly userId: string;
  readonly suppressed: boolean;
}

/**
 * Shows users whose ids begin with the searched text. A masked id is not unique, so the user can
 * open only full ids.
 */
export function FoundByPrefix({
  asked,
  onOpen,
}: {
  readonly asked: UserSearch;
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
      label: texts.userId,
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
      label: texts.state,
      width: '160px',
      cell: ({ suppressed }) => (
        <StatusBadge status={suppressed ? 'suppressed' : 'not_suppressed'} />
      ),
    },
  ];
  if (rows.length === 0) {
    return (
      <EmptyState icon={UserX} title={texts.none}>
        {texts.whatIsSearched}
      </EmptyState>
    );
  }
  return (
    <VirtualTable
      label={texts.label}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      {...(asked.isFull && {
        onOpen: ({ userId }: Row) => onOpen(userId),
      })}
      hasMore={query.hasNextPage}
      isLoadingMore={query.isFetchingNextPage}
      onLoadMore={() => void query.fetchNextPage()}
      summary={asked.isFull ? texts.users(rows.length) : texts.hidden(rows.length, more)}
    />
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Ban, FilterX, Plus, ShieldBan, UserSearch } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useMay } from '../../api/session.js';
import { useCommands } from '../../lib/commands.js';
import { countOf } from '../../lib/count-of.js';
import { formatNumber } from '../../lib/format-time.js';
import { maskIdentifier } from '../../lib/mask-identifier.js';
import {
  Button,
  ButtonLink,
  Checkbox,
  type Column,
  CurlButton,
  EmptyState,
  Loading,
  Masked,
  PageHeader,
  StatusBadge,
  Time,
  Toolbar,
  VirtualTable,
} from '../../ui/index.js';
import { BulkCancelDialog } from './bulk-cancel-dialog.js';
import { scopeOf, TYPE_WORDS } from './regulation-words.js';
import { RegulationsFilters } from './regulations-filters.js';
import { regulationsQuery, toQuery } from './regulations.queries.js';
import { useSelection, type Selection } from './use-selection.js';

type Regulation = Schemas['RegulationDto'];

const route = getRouteApi('/regulations');

const COLUMNS: readonly Column<Regulation>[] = [
  {
    label: 'Regulation',
    width: 'minmax(84px, 1.2fr)',
    cell: ({ id, regulationType }) => (
      <Link to="/regulations/$id" params={{ id }}>
        {TYPE_WORDS[regulationType]}
      </Link>
    ),
  },
  {
    label: 'User',
    width: 'minmax(84px, 1.5fr)',
    cell: ({ attributes: { userId } }) => <Masked masked={maskIdentifier(userId)} value={userId} />,
  },
  {
    label: 'State',
    width: '110px',
    wideOnly: true,
    cell: ({ canceled }) => <StatusBadge status={canceled ? 'canceled' : 'active'} />,
  },
  { label: 'Created', width: '124px', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

export default function RegulationsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const selection = useSelection();
  const [isAsking, setAsking] = useState(false);
  const mayCreate = may('regulations:suppress') || may('regulations:delete');
  const mayCancel = (one: Regulation) => !one.canceled && may(scopeOf(one.regulationType));
  const query = useInfiniteQuery(regulationsQuery(search));
  const { data } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const isFiltered = Object.keys(search).length > 0;
  useCommands(
    mayCreate
      ? [
          {
            ...{ id: 'regulations:new', label: 'New regulation', group: 'This page' },
            ...{ icon: Plus, keys: ['c'] },
            run: () => void navigate({ to: '/regulations/new' }),
          },
        ]
      : [],
  );
  const create = mayCreate && (
    <ButtonLink to="/regulations/new" variant="primary" icon={Plus}>
      New regulation
    </ButtonLink>
  );

  return (
    <>
      <PageHeader
        title="Regulations"
        description="Who is suppressed, and whose data is deleted. The newest first."
        actions={
          <>
            <CurlButton
              request={{
                path: `/v2/regulations?${new URLSearchParams(
                  Object.entries(toQuery(search)).map(([name, value]) => [name, String(value)]),
                ).toString()}`,
              }}
            />
            <ButtonLink to="/people" icon={UserSearch}>
              Find a user
            </ButtonLink>
            {create}
          </>
        }
      />
      <RegulationsFilters
        search={search}
        onChange={(next) => void navigate({ search: next, replace: true })}
      />
      {selection.ids.size > 0 && (
        <Chosen
          selection={selection}
          cancelable={rows.filter((row) => mayCancel(row)).map(({ id }) => id)}
          onCancel={() => {
            setAsking(true);
          }}
        />
      )}
      {data === undefined ? (
        <Loading query={query} lines={8} height={28} />
      ) : rows.length > 0 ? (
        <VirtualTable
          label="Regulations"
          columns={mayCreate ? [tick(selection, mayCancel), ...COLUMNS] : COLUMNS}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/regulations/$id', params: { id } })}
          hasMore={query.hasNextPage}
          isLoadingMore={query.isFetchingNextPage}
          onLoadMore={() => void query.fetchNextPage()}
          summary={
            query.hasNextPage
              ? `${formatNumber(rows.length)} loaded`
              : countOf(rows.length, 'regulation')
          }
        />
      ) : isFiltered ? (
        <EmptyState icon={FilterX} title="None of these">
          No regulation fits the filters.
        </EmptyState>
      ) : (
        <EmptyState icon={ShieldBan} title="Nobody is suppressed" action={create}>
          A regulation drops the new events of users, deletes what destinations have of them, or
          both. Begin with one user.
        </EmptyState>
      )}
      <BulkCancelDialog
        ids={selection.ids}
        open={isAsking}
        onOpenChange={setAsking}
        onCanceled={(id) => {
          selection.set(id, false);
        }}
      />
    </>
  );
}

function tick(selection: Selection, mayCancel: (one: Regulation) => boolean): Column<Regulation> {
  return {
    ...{ label: 'Choose', hideLabel: true, width: '28px' },
    cell: (row) =>
      mayCancel(row) && (
        <Checkbox
          label={<span className="visually-hidden">Choose this regulation</span>}
          checked={selection.has(row.id)}
          onChange={(isChosen) => {
            selection.set(row.id, isChosen);
          }}
        />
      ),
  };
}

/** What can be done with those that are chosen. */
function Chosen({
  selection,
  cancelable,
  onCancel,
}: {
  readonly selection: Selection;
  /** Of those that are loaded. */
  readonly cancelable: readonly string[];
  readonly onCancel: () => void;
}) {
  const others = cancelable.filter((id) => !selection.has(id));
  return (
    <Toolbar label="Chosen regulations">
      <Button variant="danger" icon={Ban} onClick={onCancel}>
        Cancel {countOf(selection.ids.size, 'regulation')}
      </Button>
      {others.length > 0 && (
        <Button
          onClick={() => {
            selection.add(others);
          }}
        >
          Choose all {formatNumber(cancelable.length)} loaded
        </Button>
      )}
      <Button variant="ghost" onClick={selection.clear}>
        Choose none
      </Button>
    </Toolbar>
  );
}

import { getRouteApi, Link } from '@tanstack/react-router';
import { Ban, FilterX, ShieldBan, UserSearch } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { regulationsAsked, regulationsList, type ListedRegulation } from '../../api/regulations.js';
import { useMay } from '../../api/session.js';
import { scopeOf, TYPE_WORDS } from '../../features/regulations/regulation-words.js';
import { countOf } from '../../lib/count-of.js';
import { formatNumber } from '../../lib/format-time.js';
import { pathWith } from '../../lib/search.js';
import {
  Button,
  ButtonLink,
  Checkbox,
  EmptyState,
  FollowedTable,
  PageHeader,
  StatusBadge,
  Time,
  Toolbar,
  useCreate,
  type Column,
} from '../../ui/index.js';
import { BulkCancelDialog } from './bulk-cancel-dialog.js';
import { Identifier } from './identifier.js';
import styles from './regulation.module.css';
import { RegulationsFilters } from './regulations-filters.js';
import { useSelection, type Selection } from './use-selection.js';

const route = getRouteApi('/regulations');

const COLUMNS: readonly Column<ListedRegulation>[] = [
  {
    label: 'Regulation',
    width: 'minmax(84px, 1.2fr)',
    fits: true,
    cell: ({ id, regulationType }) => (
      <Link to="/regulations/$id" params={{ id }}>
        {TYPE_WORDS[regulationType]}
      </Link>
    ),
  },
  {
    label: 'User',
    width: 'minmax(84px, 1.5fr)',
    fits: true,
    cell: ({ id, attributes: { userId } }) => (
      <Identifier regulationId={id} name="userId" masked={userId} />
    ),
  },
  {
    label: 'State',
    width: 'minmax(142px, 1fr)',
    fits: true,
    cell: ({ status, overdue }) => (
      <span className={styles.states}>
        <StatusBadge status={status} /> {overdue === true && <StatusBadge status="overdue" />}
      </span>
    ),
  },
  {
    label: 'Created',
    width: '124px',
    wideOnly: true,
    fits: true,
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
];

export default function RegulationsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const selection = useSelection();
  const [isAsking, setAsking] = useState(false);
  const mayCreate = may('regulations:suppress') || may('regulations:delete');
  const create = useCreate(mayCreate && { label: 'New regulation', to: '/regulations/new' });
  const mayCancel = useCallback(
    (one: ListedRegulation) => !one.canceled && may(scopeOf(one.regulationType)),
    [may],
  );
  const columns = useMemo(
    () => (mayCreate ? [tick(selection, mayCancel), ...COLUMNS] : COLUMNS),
    [mayCreate, mayCancel, selection],
  );

  return (
    <>
      <PageHeader
        title="Regulations"
        description="Who is suppressed, and whose data is deleted. The newest first."
        request={{ path: pathWith('/v2/regulations', regulationsAsked(search)) }}
        actions={
          <>
            <ButtonLink to="/people" icon={UserSearch}>
              Find a user
            </ButtonLink>
            {create}
          </>
        }
      />
      <RegulationsFilters />
      <FollowedTable
        key={JSON.stringify(search)}
        label="Regulations"
        one="regulation"
        list={regulationsList(search)}
        columns={columns}
        onOpen={({ id }) => void navigate({ to: '/regulations/$id', params: { id } })}
        none={
          Object.keys(search).length > 0 ? (
            <EmptyState icon={FilterX} title="None of these">
              No regulation fits the filters.
            </EmptyState>
          ) : (
            <EmptyState icon={ShieldBan} title="Nobody is suppressed" action={create}>
              A regulation drops the new events of users, deletes what destinations have of them, or
              both. Begin with one user.
            </EmptyState>
          )
        }
      >
        {(rows) => {
          if (selection.ids.size === 0) return null;
          const cancelable = rows.filter(mayCancel).map(({ id }) => id);
          return (
            <Toolbar label="Chosen regulations">
              <Button variant="danger" icon={Ban} onClick={() => setAsking(true)}>
                Cancel {countOf(selection.ids.size, 'regulation')}
              </Button>
              {!cancelable.every(selection.has) && (
                <Button onClick={() => selection.add(cancelable)}>
                  Choose all {formatNumber(cancelable.length)} loaded
                </Button>
              )}
              <Button variant="ghost" onClick={selection.clear}>
                Choose none
              </Button>
            </Toolbar>
          );
        }}
      </FollowedTable>
      <BulkCancelDialog
        ids={selection.ids}
        open={isAsking}
        onOpenChange={setAsking}
        onCanceled={(id) => selection.set(id, false)}
      />
    </>
  );
}

function tick(
  selection: Selection,
  mayCancel: (one: ListedRegulation) => boolean,
): Column<ListedRegulation> {
  return {
    ...{ label: 'Choose', hideLabel: true, width: '28px', fits: true },
    cell: (row) =>
      mayCancel(row) && (
        <Checkbox
          label={<span className="visually-hidden">Choose this regulation</span>}
          checked={selection.has(row.id)}
          onChange={(isChosen) => selection.set(row.id, isChosen)}
        />
      ),
  };
}

import { getRouteApi, Link } from '@tanstack/react-router';
import { Ban, FilterX, ShieldBan, UserSearch } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import {
  regulationsParameters,
  regulationsList,
  type ListedRegulation,
} from '../../api/regulations.js';
import { useMay } from '../../api/session.js';
import { scopeOf, TYPE_WORDS } from '../../features/regulations/regulation-words.js';
import { formatNumber } from '../../lib/format-time.js';
import { pathWith } from '../../lib/search.js';
import { termPage } from '../../lib/guides.js';
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
import { TEXTS } from './texts.js';
import { useSelection, type Selection } from './use-selection.js';

const route = getRouteApi('/regulations');
const { regulationsPage: texts } = TEXTS;

const COLUMNS: readonly Column<ListedRegulation>[] = [
  {
    label: texts.regulation,
    width: 'minmax(84px, 1.2fr)',
    fits: true,
    cell: ({ id, regulationType }) => (
      <Link to="/regulations/$id" params={{ id }}>
        {TYPE_WORDS[regulationType]}
      </Link>
    ),
  },
  {
    label: texts.user,
    width: 'minmax(84px, 1.5fr)',
    fits: true,
    cell: ({ id, attributes: { userId } }) => (
      <Identifier regulationId={id} name="userId" masked={userId} />
    ),
  },
  {
    label: texts.state,
    width: 'minmax(142px, 1fr)',
    fits: true,
    cell: ({ status, overdue, foundAgain }) => (
      <span className={styles.states}>
        <StatusBadge status={status} /> {overdue === true && <StatusBadge status="overdue" />}{' '}
        {foundAgain === true && <StatusBadge status="foundAgain" />}
      </span>
    ),
  },
  {
    label: texts.created,
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
  const create = useCreate(mayCreate && { label: texts.create, to: '/regulations/new' });
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
        title={texts.title}
        guide={termPage('regulation')}
        description={texts.description}
        request={{ path: pathWith('/v2/regulations', regulationsParameters(search)) }}
        actions={
          <>
            <ButtonLink to="/users" icon={UserSearch}>
              {texts.findUser}
            </ButtonLink>
            {create}
          </>
        }
      />
      <RegulationsFilters />
      <FollowedTable
        key={JSON.stringify(search)}
        label={texts.title}
        one={texts.one}
        list={regulationsList(search)}
        columns={columns}
        onOpen={({ id }) => void navigate({ to: '/regulations/$id', params: { id } })}
        none={
          Object.keys(search).length > 0 ? (
            <EmptyState icon={FilterX} title={texts.noMatch}>
              {texts.noMatchHint}
            </EmptyState>
          ) : (
            <EmptyState icon={ShieldBan} title={texts.none} action={create}>
              {texts.whatTheyAre}
            </EmptyState>
          )
        }
      >
        {(rows) => {
          if (selection.ids.size === 0) return null;
          const cancelable = rows.filter(mayCancel).map(({ id }) => id);
          return (
            <Toolbar label={texts.selected}>
              <Button variant="danger" icon={Ban} onClick={() => setAsking(true)}>
                {texts.cancel(selection.ids.size)}
              </Button>
              {!cancelable.every(selection.has) && (
                <Button onClick={() => selection.add(cancelable)}>
                  {texts.selectAll(formatNumber(cancelable.length))}
                </Button>
              )}
              <Button variant="ghost" onClick={selection.clear}>
                {texts.selectNone}
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
    ...{ label: texts.select, hideLabel: true, width: '28px', fits: true },
    cell: (row) =>
      mayCancel(row) && (
        <Checkbox
          label={<span className="visually-hidden">{texts.selectThis}</span>}
          checked={selection.has(row.id)}
          onChange={(isChosen) => selection.set(row.id, isChosen)}
        />
      ),
  };
}

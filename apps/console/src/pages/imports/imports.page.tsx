import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUp, Plus } from 'lucide-react';
import { useMay } from '../../api/session.js';
import { formatNumber } from '../../lib/format-time.js';
import {
  Badge,
  ButtonLink,
  CurlButton,
  EmptyState,
  Loading,
  LoadMore,
  PageHeader,
  Table,
  Time,
} from '../../ui/index.js';
import { TYPE_WORDS } from '../../features/regulations/regulation-words.js';
import { IMPORT_STATES } from './import-words.js';
import { importsQuery, isUnderWay } from './imports.queries.js';

export default function ImportsPage() {
  const may = useMay();
  const list = useInfiniteQuery(importsQuery);
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const create = (may('regulations:suppress') || may('regulations:delete')) && (
    <ButtonLink to="/imports/new" variant="primary" icon={Plus}>
      New import
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Imports"
        description="Files of users, of up to 100 MB: a regulation for each row."
        actions={
          <>
            <CurlButton request={{ path: '/v2/imports' }} />
            {rows.length > 0 && create}
          </>
        }
      />
      {list.data === undefined ? (
        <Loading query={list} lines={5} height={28} />
      ) : rows.length === 0 ? (
        <EmptyState icon={FileUp} title="Nothing was imported yet" action={create}>
          Export a table of user ids from where you have them, as CSV or NDJSON. You can have all
          rows checked before anything is made.
        </EmptyState>
      ) : (
        <>
          <Table
            label="Imports"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                label: 'Import',
                cell: ({ id, regulationType, dryRun }) => (
                  <Link to="/imports/$id" params={{ id }}>
                    {TYPE_WORDS[regulationType]}
                    {dryRun && ', check only'}
                  </Link>
                ),
              },
              {
                label: 'State',
                cell: ({ state, percentage }) => (
                  <Badge tone={IMPORT_STATES[state][1]} dot>
                    {IMPORT_STATES[state][0]}
                    {isUnderWay(state) && ` ${Math.floor(percentage)} %`}
                  </Badge>
                ),
              },
              { label: 'Rows', align: 'end', cell: ({ rows: count }) => formatNumber(count) },
              { label: 'Refused', align: 'end', cell: ({ refused }) => formatNumber(refused) },
              { label: 'By', wideOnly: true, cell: ({ createdBy }) => createdBy },
              {
                label: 'Created',
                wideOnly: true,
                cell: ({ createdAt }) => <Time value={createdAt} />,
              },
            ]}
          />
          <LoadMore
            shown={rows.length}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onLoad={() => void list.fetchNextPage()}
          />
        </>
      )}
    </>
  );
}
